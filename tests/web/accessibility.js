() => {
  // Texts whose contrast with their background is too low. Our colors have no transparency.
  function findPale() {
    const parse = (color) => color.match(/[\d.]+/g).map(Number);
    const light = ([red, green, blue]) => [red, green, blue].map((part) => part / 255)
      .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, order) => sum + part * [0.2126, 0.7152, 0.0722][order], 0);
    const ground = (element) => {
      for (let each = element; each; each = each.parentElement) {
        const color = parse(getComputedStyle(each).backgroundColor);
        if (color[3] !== 0) return color;
      }
      return [255, 255, 255];
    };
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!node.data.trim() || !element.checkVisibility() || element.closest(".sr, .skip")) continue;
      const style = getComputedStyle(element);
      const [one, other] = [light(parse(element.closest("svg") ? style.fill : style.color)), light(ground(element))];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      if (ratio < 4.5) found.push(`${node.data.trim().slice(0, 30)} ${ratio.toFixed(2)}`);
    }
    return found;
  }

  // What a screen reader or a keyboard cannot use.
  function findUnusable() {
    const all = (selector) => [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const name = (each) => each.getAttribute("aria-label") || each.labels?.[0]?.textContent || each.textContent;
    const ids = [...document.querySelectorAll("[id]")].map((each) => each.id);
    const levels = all("h1, h2, h3, h4, h5, h6").map((each) => Number(each.tagName[1]));
    const scrolling = all("*").filter((each) => /auto|scroll/.test(getComputedStyle(each).overflowY)
      && each.scrollHeight > each.clientHeight + 1 && each.tabIndex < 0
      && !each.querySelector("button, a, input, select"));
    return {
      unnamed: all("button, select, input, textarea, summary, a[href], svg[role=img], nav, main, aside, dialog")
        .filter((each) => !name(each)?.trim()).map((each) => each.outerHTML.slice(0, 80)),
      doubled: ids.filter((id, order) => ids.indexOf(id) !== order),
      landmarks: [...["header", "main"].filter((tag) => all(tag).length !== 1),
        ...["nav", "aside"].filter((tag) => all(tag).length > 1)],
      titles: levels.filter((level) => level === 1).length === 1 ? [] : levels,
      jumps: all("[tabindex]").filter((each) => each.tabIndex > 0).map((each) => each.tagName),
      small: all("button, select, summary, input:not([type=checkbox])")
        .filter((each) => each.getBoundingClientRect().height < 24)
        .map((each) => each.outerHTML.slice(0, 80)),
      nested: all("button button, button a, a button, [role=button] button").map((each) => each.outerHTML.slice(0, 80)),
      scrolling: scrolling.map((each) => each.outerHTML.slice(0, 80)),
      language: document.documentElement.lang && document.title ? [] : ["html"],
    };
  }

  return { contrast: findPale(), ...findUnusable() };
}
