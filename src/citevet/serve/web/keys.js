// The keys of the workplace. They can be switched off, for people whose voice or hands send keys by accident.

import { ACTION_KEYS } from "./actions.js";
import { t } from "./words.js";

const ARROWS = { ArrowDown: 1, ArrowUp: -1 };
const OFF = "citevet-keys-off";
const TABS = ["text", "references", "sources", "overview"];
const isTyping = (target) => target.closest?.("input:not([type=checkbox]), textarea, select, dialog");

export function listenToKeys(place) {
  const listen = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    if (event.key === "Escape") { place.choose(null); return; }
    if (readSetting(OFF) === "yes" && event.key.length === 1) return;
    const isInList = event.target.closest?.(".groups");
    const run = isInList && event.key in ARROWS ? () => place.step(ARROWS[event.key], { isFocused: true }) : find(place, event.key);
    if (!run) return;
    event.preventDefault();
    run();
  };
  addEventListener("keydown", listen);
  const beforePrint = () => { place.text.fillAll(); place.text.addMargins(place.model?.items ?? []); };
  const afterPrint = () => place.text.removeMargins();
  addEventListener("beforeprint", beforePrint);
  addEventListener("afterprint", afterPrint);
  return () => {
    removeEventListener("keydown", listen);
    removeEventListener("beforeprint", beforePrint);
    removeEventListener("afterprint", afterPrint);
  };
}

function find(place, key) {
  if (key === "j") return () => place.step(1);
  if (key === "k") return () => place.step(-1);
  if (key === "?") return () => keysDialog();
  if (key === "/") return () => { place.showTab("text"); place.list.field.focus(); };
  if (TABS[Number(key) - 1]) return () => place.showTab(TABS[Number(key) - 1]);
  const name = Object.keys(ACTION_KEYS).find((each) => ACTION_KEYS[each] === key);
  return name && place.tab === "text" && place.selected && place.actions[name];
}

export function keysDialog() {
  const line = (key, label) => [make("dt", {}, key), make("dd", {}, label)];
  const isOn = make("input", { type: "checkbox", checked: readSetting(OFF) !== "yes", onchange: () => writeSetting(OFF, isOn.checked ? "no" : "yes") });
  const dialog = make("dialog", { "aria-labelledby": "keys-title" },
    make("h2", { id: "keys-title" }, t("keys.title")),
    make("dl", {},
      line("j  k", t("keys.move")),
      Object.entries(ACTION_KEYS).map(([name, key]) => line(key, t(`act.${name}`))),
      line("/", t("keys.search")), line("1 – 4", t("keys.tabs")), line("Esc", t("keys.close")), line("?", t("keys.help"))),
    make("label", { class: "check" }, isOn, t("keys.on")),
    make("form", { method: "dialog" }, make("button", {}, t("evidence.back"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
