// What all pages have in common: the bar at the top, problems, the token, languages and themes.

import { hasToken, keepToken } from "./service.js";
import { chooseLanguage, language, languages, t } from "./words.js";

export const link = (place) => `#${new URLSearchParams(Object.entries(place).filter(([, value]) => value))}`;
export const problem = (text) => make("p", { class: "problem", role: "alert" }, visible(text));

export function switchTheme() {
  const { dataset } = document.documentElement;
  const isDark = dataset.theme ? dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  dataset.theme = isDark ? "light" : "dark";
  writeSetting("citevet-theme", dataset.theme);
  dispatchEvent(new Event("citevet-theme"));
}

function languageChoice() {
  const choose = async (event) => {
    await chooseLanguage(event.target.value);
    dispatchEvent(new Event("citevet-words"));
  };
  return make("select", { "aria-label": t("bar.language"), onchange: choose, class: "quiet" },
    Object.entries(languages()).map(([code, name]) =>
      make("option", { value: code, lang: code, selected: code === language() }, name)));
}

export function bar(...more) { return make("header", { class: "top" }, barParts(more)); }

export function barParts(more) {
  return [
    make("a", { class: "brand", href: "#" }, logo(), "citevet"),
    more.length ? more : make("span", { class: "dim grow" }, t("brand")),
    make("div", { class: "tools" },
      languageChoice(),
      button("◐", switchTheme, { class: "quiet", "aria-label": t("bar.theme"), title: t("bar.theme") })),
  ];
}

function logo() {
  return draw("svg", { viewBox: "0 0 24 24", class: "logo", "aria-hidden": "true" },
    draw("path", { d: "M4 5h16v11H12l-4 4v-4H4z", class: "logo-shape" }),
    draw("path", { d: "M8 10.5l2.6 2.6L16 8", class: "logo-tick" }));
}

export function showPage(title, ...content) {
  document.title = title === "citevet" ? title : `${title} - citevet`;
  document.body.className = "plain-page";
  document.body.replaceChildren(
    bar(),
    make("main", { class: "desk" }, content),
    make("div", { id: "announcement", class: "sr", role: "status" }));
}

export function showProblem(text) {
  showPage(t("error.title"), make("h1", {}, t("error.title")), problem(text),
    make("p", {}, make("a", { href: "#" }, t("error.home"))));
}

export function askToken(again) {
  const input = make("input", { type: "password", id: "token", autocomplete: "off", required: true });
  const save = (event) => {
    event.preventDefault();
    keepToken(input.value.trim());
    again();
  };
  showPage(t("token.title"),
    make("h1", {}, t("token.title")),
    hasToken() ? problem(t("token.wrong")) : null,
    make("form", { class: "stack", onsubmit: save },
      make("label", { for: "token" }, t("token.label")),
      input,
      make("button", { class: "primary" }, t("token.send"))));
  input.focus();
}
