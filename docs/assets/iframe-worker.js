// Search from the disk: a page that was opened as a file may not start a worker, so the search runs in a hidden frame.
(() => {
  if (location.protocol !== "file:") return;

  const load = (frame, url) => new Promise((resolve, reject) => {
    const script = frame.document.createElement("script");
    script.onload = resolve;
    script.onerror = () => reject(new Error(`cannot load ${url}`));
    script.src = url;
    frame.document.body.append(script);
  });

  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const element = document.createElement("iframe");
      element.hidden = true;
      document.body.append(element);
      this.frame = element.contentWindow;
      // What the search posts goes to the page, and what it imports is loaded one after the other.
      this.frame.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.frame.importScripts = (...urls) =>
        urls.reduce((before, each) => before.then(() => load(this.frame, each)), Promise.resolve());
      this.ready = load(this.frame, url);
    }

    postMessage(data) {
      this.ready.then(() => this.frame.dispatchEvent(new this.frame.MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.frameElement.remove();
    }
  };
})();
