/** How far a page, and the table of cases in it, was scrolled. */
interface Scrolled {
  page: number;
  table: number;
  /** The link in a list that had the focus, by its address. */
  link?: string | undefined;
}

const table = () => document.querySelector(".cases");
/** By entry of the browser's history, which has its number in its state. */
const kept = new Map<number, Scrolled>();
let entry = 0;
let newest = 0;
let isRestoring = false;
/** How long to wait for what is still loading to be as tall as it was. */
const patienceMs = 10_000;

/** Remembers how far each page was scrolled, for the way back. */
export function keepScroll(): void {
  const note = () => {
    if (isRestoring || stateNumber() !== entry) return;
    const link = document.activeElement?.closest("main :is([data-step], [data-row] a)")?.getAttribute("href");
    kept.set(entry, { page: scrollY, table: table()?.scrollTop ?? 0, link: link ?? kept.get(entry)?.link });
  };
  entry = numbered();
  // A table's scrolling does not bubble.
  addEventListener("scroll", note, { capture: true, passive: true });
  addEventListener("focusin", note);
}

/** The link that had the focus when this entry of the history was left. */
export const keptLink = (): string | undefined => kept.get(entry)?.link;

function stateNumber(): number | undefined {
  const { state } = history;
  return typeof state?.entry === "number" ? state.entry : undefined;
}

/** The number of the entry that is shown now; a new one gets the next. */
function numbered(): number {
  const known = stateNumber();
  if (known !== undefined) {
    newest = Math.max(newest, known);
    return known;
  }
  newest += 1;
  history.replaceState({ entry: newest }, "");
  return newest;
}

/** After a step to another page: at its top, or where it was left if this is a way back. Undone by the next step. */
export function scrollForStep(): () => void {
  entry = numbered();
  const wanted = kept.get(entry);
  if (!wanted) {
    scrollTo(0, 0);
    return () => {};
  }
  isRestoring = true;
  const until = performance.now() + patienceMs;
  const stop = () => {
    isRestoring = false;
    clearInterval(timer);
    for (const act of acts) removeEventListener(act, stop);
  };
  const restore = () => {
    scrollTo(0, wanted.page);
    const cases = table();
    if (cases) cases.scrollTop = wanted.table;
    const isThere = Math.abs(scrollY - wanted.page) < 2 && Math.abs((cases?.scrollTop ?? 0) - wanted.table) < 2;
    if (isThere || performance.now() > until) stop();
  };
  const timer = setInterval(restore, 50);
  // Who scrolls or types meanwhile is not pulled away.
  for (const act of acts) addEventListener(act, stop, { passive: true });
  restore();
  return stop;
}

const acts = ["wheel", "touchmove", "keydown", "pointerdown"] as const;
