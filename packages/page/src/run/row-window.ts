/** Every row has the same height, so that its place is known without drawing those above it. */
export const rowHeight = 34;
/** Rows drawn above and below those in sight, so that scrolling shows no gap. */
const spare = 8;

/** The positions of the rows to draw: those in sight, and the active one, which must not lose the focus. */
export function visibleRows(count: number, { top, height }: { top: number; height: number }, active: number): number[] {
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - spare, count - 1));
  const last = Math.min(count - 1, Math.ceil((top + height) / rowHeight) + spare);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
  if (active < first && active >= 0 && active < count) return [active, ...shown];
  return active > last && active < count ? [...shown, active] : shown;
}
