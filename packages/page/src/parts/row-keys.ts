import { useKeys } from "../keys/use-keys.ts";

const rowsOf = () => [...document.querySelectorAll<HTMLElement>("main [data-step]")];
const focused = (rows: readonly HTMLElement[]) =>
  rows.findIndex((row) => row === document.activeElement || row.closest("li")?.contains(document.activeElement));

/** Goes through a list by j and k. Each row has one link with `data-step`, which gets the focus; Enter opens it. */
export function useRowKeys(row: string): (by: number) => void {
  const step = (by: number) => {
    const rows = rowsOf();
    const at = focused(rows);
    const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  useKeys({
    j: [`next ${row}`, () => step(1)],
    k: [`previous ${row}`, () => step(-1)],
    Enter: [
      `open the ${row}`,
      () =>
        rowsOf()
          .at(Math.max(0, focused(rowsOf())))
          ?.click(),
    ],
  });
  return step;
}
