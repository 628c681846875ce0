"use strict";
// Elements are made from text only: nothing in a report is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";
const PROPERTIES = new Set(["value", "checked", "selected", "disabled"]);

function make(name, attributes = {}, ...children) {
  const { xmlns, ...others } = attributes;
  const element = xmlns ? document.createElementNS(xmlns, name) : document.createElement(name);
  for (const [key, value] of Object.entries(others)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (PROPERTIES.has(key)) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...present(children.flat(Infinity)));
  return element;
}

const button = (label, onclick, more = {}) => make("button", { type: "button", onclick, ...more }, label);
const draw = (name, attributes, ...children) => make(name, { xmlns: SVG, ...attributes }, ...children);
const present = (items) => items.filter((item) => item !== null && item !== undefined && item !== false);

// Controls, marks that reorder the line, half surrogates and invisible letters, as the other formats show them.
const HIDDEN = new RegExp([
  "[\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u061c\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\ufffe\\uffff]",
  "[\\ud800-\\udbff](?![\\udc00-\\udfff])",
  "(?<![\\ud800-\\udbff])[\\udc00-\\udfff]",
  "\\udb40[\\udc00-\\udc7f]",
].join("|"), "g");

function visible(text) {
  return String(text ?? "").replace(/\r\n?/g, "\n").replace(HIDDEN, (found) => {
    const code = found.codePointAt(0);
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return code === 127 ? "␡" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

// A link only for addresses of the web; every other scheme stays text.
function webLink(address) {
  const shown = visible(address);
  if (!/^https?:\/\/\S+$/i.test(shown)) return shown;
  return make("a", { href: shown, target: "_blank", rel: "noopener noreferrer" }, shown);
}

// Other languages by the English words, which stand where they are used; a page without a catalogue is in English.
const CATALOGUE = JSON.parse(document.getElementById("report-words")?.textContent || "{}");
const tr = (text, values = {}) =>
  (Object.hasOwn(CATALOGUE, text) ? CATALOGUE[text] : text).replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
const plural = (n, word) => tr(`{n} ${word}${n === 1 ? "" : "s"}`, { n });
const spaced = (name) => name.replace(/-/g, " ");

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function announce(text) {
  const region = document.getElementById("announcement");
  if (region) region.textContent = text;
}

// A page that was opened from a file may not be allowed to keep anything.
function readSetting(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function writeSetting(name, value) {
  try { localStorage.setItem(name, value); return true; } catch { return false; }
}
