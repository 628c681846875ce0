// The HTTP interface of `citevet serve`, as far as the page uses it.

const SHORT_BODY = 20000;
const TOKEN = "citevet-token"; // in the session of the tab: gone when the tab is closed

class ServiceError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

class Service {
  async send(method, path, { body, type } = {}) {
    const token = sessionStorage.getItem(TOKEN);
    const headers = new Headers(type ? { "content-type": type } : {});
    if (token) headers.set("authorization", `Bearer ${token}`);
    let answer;
    try {
      // A short request, such as a review, is sent even if the reader closes the page; browsers allow 64 KB.
      answer = await fetch(path, { method, headers, body, keepalive: method === "PUT" && body.length < SHORT_BODY });
    } catch {
      throw new ServiceError(0, "The server does not answer. Is it still running?");
    }
    if (answer.ok) return answer;
    const told = await answer.json().catch(() => null);
    throw new ServiceError(answer.status, told?.error?.message ?? `The server answered ${answer.status}.`);
  }

  async get(path) { return (await this.send("GET", path)).json(); }

  async checkFiles([file, ...companions], options) {
    const body = new FormData();
    body.append("document", file, file.name);
    companions.forEach((each) => body.append("companion", each, each.name));
    body.append("options", JSON.stringify(options));
    return (await (await this.send("POST", "/api/check", { body })).json()).job;
  }

  async checkText(text, name, options) {
    const body = JSON.stringify({ text, name, options });
    return (await (await this.send("POST", "/api/check", { body, type: "application/json" })).json()).job;
  }

  async cancel(job) { await this.send("DELETE", `/api/jobs/${job}`); }

  // Calls back with every state of the job. An EventSource cannot send a token, so the stream is read by hand.
  async follow(job, changed) {
    const stream = (await this.send("GET", `/api/jobs/${job}/events`)).body.pipeThrough(new TextDecoderStream());
    let waiting = "";
    const reader = stream.getReader();
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      const events = (waiting + value).split("\n\n");
      waiting = events.pop();
      for (const event of events) {
        const data = event.split("\n").find((line) => line.startsWith("data: "));
        if (data) changed(JSON.parse(data.slice(6)));
      }
    }
  }

  jobStore(job) {
    const path = `/api/jobs/${job}/review`;
    return {
      load: () => this.get(path),
      save: (review) => this.send("PUT", path, { body: JSON.stringify(review), type: "application/json" }),
      picture: async (place) => {
        const answer = await this.send("GET", `/api/jobs/${job}/crops/${place}`);
        return answer.status === 200 ? URL.createObjectURL(await answer.blob()) : null;
      },
    };
  }
}
