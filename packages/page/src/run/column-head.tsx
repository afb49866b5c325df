import { Breakable, partsOf } from "../parts/breakable.tsx";

/** A column of the table. */
export interface MetricColumn {
  name: string;
  judged: boolean;
  gating: boolean;
  /** Every value was 0 or 1, so that a tick is enough. */
  binary: boolean;
}

const longestWord = 20;

/** How many letters a column has room for: the longest word of its title, and the values of all variants. */
export function widthOf({ name, binary }: MetricColumn, variants: number): number {
  const word = Math.max(...partsOf(name).map((part) => part.length)) + 2;
  const values = variants * (binary ? 2 : 6) + (variants - 1) * 2;
  return Math.max(6, Math.min(word, longestWord), values) + 1;
}

export function headOf({ name, judged, gating }: MetricColumn): string {
  const title = `${name}${judged ? "°" : ""}`;
  return gating ? title : `(${title})`;
}

interface SortHeadProps {
  name: string;
  by: string;
  sort: string;
  onSort(sort: string): void;
}

/** A column's title. Pressed once it sorts by that column, twice the other way round, three times by urgency again. */
export function SortHead({ name, by, sort, onSort }: SortHeadProps) {
  const direction = sort === by ? "ascending" : sort === `-${by}` ? "descending" : "none";
  const next = { none: by, ascending: `-${by}`, descending: "" }[direction];
  const arrow = { none: "", ascending: " ↑", descending: " ↓" }[direction];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot leave out the rows that are out of sight.
    // biome-ignore lint/a11y/useFocusableInteractive: its button is.
    <div role="columnheader" aria-sort={direction}>
      <button type="button" onClick={() => onSort(next)} title={`sort by ${name}`}>
        <Breakable name={name} />
        {arrow}
      </button>
    </div>
  );
}
