// The words of the page, from the catalogue of the reader's language.

const CHOSEN = "citevet-language";
let catalogue = { language: "en", languages: {}, words: {}, kinds: {}, rules: {} };
let plurals = new Intl.PluralRules("en");

export async function loadWords(chosen = readSetting(CHOSEN) ?? "") {
  const answer = await fetch(`/words.json${chosen ? `?language=${encodeURIComponent(chosen)}` : ""}`);
  catalogue = await answer.json();
  plurals = new Intl.PluralRules(catalogue.language);
  document.documentElement.lang = catalogue.language;
}

export async function chooseLanguage(language) {
  writeSetting(CHOSEN, language);
  await loadWords(language);
}

export const hasWord = (key) => Object.hasOwn(catalogue.words, key);
// The title of a rule in the language of the page; empty in English, whose findings have messages of their own.
export const ruleTitle = (code) => catalogue.rules[code] ?? "";
export const language = () => catalogue.language;
export const languages = () => catalogue.languages;

// Returns the text of a key with its {names} filled in.
export function t(key, values = {}) {
  const text = hasWord(key) ? catalogue.words[key] : key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? visible(values[name]) : whole));
}

export const counted = (key, n) => t(`${key}.${plurals.select(n) === "one" ? "one" : "other"}`, { n: number(n) });
export const number = (n) => n.toLocaleString(catalogue.language);
export const either = (key, other) => (hasWord(key) ? t(key) : visible(other));

// The kind of a fault, by the longest start of its code.
export function kindOf(code) {
  let [best, length] = ["form", 0];
  for (const [kind, starts] of Object.entries(catalogue.kinds)) {
    for (const start of starts) {
      if (code.startsWith(start) && start.length > length) [best, length] = [kind, start.length];
    }
  }
  return best;
}

export function when(seconds) {
  const date = new Date(seconds * 1000);
  const isToday = date.toDateString() === new Date().toDateString();
  const form = isToday ? { timeStyle: "short" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(catalogue.language, form).format(date);
}

export function duration(seconds) {
  return seconds < 90
    ? t("wait.seconds", { n: number(Math.max(1, Math.round(seconds))) })
    : t("wait.minutes", { n: number(Math.round(seconds / 60)) });
}
