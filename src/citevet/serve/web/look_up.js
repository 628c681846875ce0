// Look a work up at the registries, through the server if its operator allows it; else say why not, and where to look.

import { problem } from "./frame.js";
import { referenceFacts } from "./reference_facts.js";
import { lookUp } from "./service.js";
import { counted, either, number, t } from "./words.js";

const ask = (place, { document, citation, entry }) =>
  lookUp(place.paper.id, place.job, { document, citation: citation?.id ?? null, reference: entry?.id ?? null });

const keep = (place, { document, entry }, row) => {
  if (entry) place.model.lookedUp.set(`${document} ${entry.id}`, row);
};

// Below the actions of a finding: what the registries say now.
export async function lookUpForm(place, form, asked) {
  if (!place.paper.online) {
    form.replaceChildren(notAllowed(), ...present([ownLook(asked.address)]));
    form.firstElementChild.focus();
    return;
  }
  form.replaceChildren(make("p", { role: "status" }, t("look.asking")), make("progress", { "aria-label": t("look.asking") }));
  try {
    const { row, asked: hosts } = await ask(place, asked);
    keep(place, asked, row);
    form.replaceChildren(result(row, hosts), ...present([ownLook(asked.address)]));
    announce(either(`word.${row.word}`, row.word));
  } catch (error) {
    form.replaceChildren(problem(error.message), ...present([ownLook(asked.address)]));
  }
}

const notAllowed = () => make("p", { class: "told-not", tabindex: -1, role: "status" }, t("look.offline"), " ", make("code", {}, "citevet serve --online"));

const ownLook = (address) => address
  && make("p", {}, make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, t("look.self")));

function result(row, hosts) {
  return make("section", { class: "looked-up" },
    make("h3", {}, t("look.title")),
    make("p", {}, make("span", { class: `badge existence-${WORDS[row.word] ?? "unchecked"}` }, either(`word.${row.word}`, row.word))),
    make("div", { class: "record" }, referenceFacts(row)),
    hosts.length ? make("p", { class: "dim small" }, t("look.asked", { hosts: hosts.join(", ") })) : null);
}

// All works behind the citations that could not be checked, one after the other.
export async function lookUpAll(place, works) {
  if (!place.paper.online) {
    place.notice.replaceChildren(make("div", { class: "told" }, notAllowed()));
    place.showTab("references");
    return;
  }
  const counts = new Map();
  for (const [done, asked] of works.entries()) {
    if (place.isClosed) return;
    place.tell(t("look.progress", { done: number(done + 1), total: number(works.length) }));
    try {
      const { row } = await ask(place, asked);
      keep(place, asked, row);
      counts.set(row.word, (counts.get(row.word) ?? 0) + 1);
    } catch (error) {
      place.warn(error.message);
      return;
    }
  }
  const said = [...counts].map(([word, n]) => `${either(`word.${word}`, word)}: ${number(n)}`).join(" · ");
  place.tell(`${counted("look.done", works.length)} ${said}`);
  place.showTab("references");
}
