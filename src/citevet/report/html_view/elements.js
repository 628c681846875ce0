"use strict";
// Elements are made from text only: nothing in a report is ever parsed as HTML.

const SVG = "http://www.w3.org/2000/svg";

function make(name, attributes = {}, ...children) {
  const element = attributes.xmlns ? document.createElementNS(SVG, name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false || key === "xmlns") continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in IDL) element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
const IDL = { value: 1, checked: 1, selected: 1, disabled: 1 };

const draw = (name, attributes = {}, ...children) => make(name, { xmlns: SVG, ...attributes }, ...children);

// Controls and marks that reorder or hide text, as the other report formats show them.
const HIDDEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udc7f]/g;

function visible(text) {
  return String(text ?? "").replace(/\r\n?/g, "\n").replace(HIDDEN, (found) => {
    const code = found.codePointAt(0);
    if (code < 32) return String.fromCharCode(0x2400 + code);
    return code === 127 ? "␡" : `<U+${code.toString(16).toUpperCase().padStart(4, "0")}>`;
  });
}

// A link only for addresses of the web; every other scheme stays text.
function webLink(address, label = address) {
  const shown = visible(label);
  if (!/^https?:\/\/[^\s]+$/i.test(address || "")) return shown;
  return make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, shown);
}

const plural = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

function download(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = make("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

function announce(text) {
  const region = document.getElementById("announcement");
  if (region) region.textContent = text;
}

function readSetting(name) {
  try { return localStorage.getItem(name); } catch { return null; }
}

function writeSetting(name, value) {
  try { localStorage.setItem(name, value); return true; } catch { return false; }
}
