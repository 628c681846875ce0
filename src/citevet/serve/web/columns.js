// Three columns whose borders move, by pointer and by keys; the widths are kept in this browser.

import { t } from "./words.js";

const SIDES = { left: [340, 220, 620], right: [460, 280, 900] }; // points at first, least, most
const STEP = 24;

export function makeColumns(left, middle, right) {
  const columns = make("div", { class: "columns" });
  columns.append(left, border(columns, "left", "list.resize"), middle, border(columns, "right", "list.resize.right"), right);
  return columns;
}

function border(columns, side, label) {
  const [first, least, most] = SIDES[side];
  const kept = Number(readSetting(`citevet-${side}`));
  const handle = make("div", {
    class: "border", role: "separator", tabindex: 0, "aria-orientation": "vertical",
    "aria-label": t(label), "aria-valuemin": least, "aria-valuemax": most,
  });
  const set = (width) => {
    const fitting = Math.round(Math.min(most, Math.max(least, width)));
    columns.style.setProperty(`--${side}`, `${fitting}px`);
    handle.setAttribute("aria-valuenow", String(fitting));
    writeSetting(`citevet-${side}`, String(fitting));
    return fitting;
  };
  const width = () => Number(handle.getAttribute("aria-valuenow"));
  const sign = side === "left" ? 1 : -1;
  set(kept || (side === "right" && innerWidth >= 1700 ? 620 : first));
  handle.addEventListener("keydown", (event) => {
    const move = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (!move) return;
    event.preventDefault();
    set(width() + sign * move);
  });
  handle.addEventListener("pointerdown", (event) => {
    handle.setPointerCapture(event.pointerId);
    const [start, begin] = [event.clientX, width()];
    const move = ({ clientX }) => set(begin + sign * (clientX - start));
    handle.addEventListener("pointermove", move);
    const end = () => handle.removeEventListener("pointermove", move);
    handle.addEventListener("pointerup", end, { once: true });
    handle.addEventListener("pointercancel", end, { once: true });
  });
  return handle;
}
