import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { Breakable } from "../parts/breakable.tsx";
import { sign, tone } from "../parts/variant.ts";
import type { Measure } from "./columns.tsx";

interface ColumnHeadProps {
  /** "case", or a measure. */
  measure: Pick<Measure, "key" | "title" | "about" | "width"> & {
    columns: readonly Pick<Measure["columns"][number], "key" | "variant">[];
  };
  /** What tells the variants apart, if there are several. */
  variants: readonly string[];
  sort: string;
  onSort(sort: string): void;
  /** `done` if the reader has let go of it. */
  onSize(width: number, done: boolean): void;
}

const [narrowest, widest] = [4, 200];

/**
 * A column's title. Pressed once it sorts by that column, twice the other way round, three times by urgency again. Its
 * right edge can be dragged; by keys, Shift with an arrow makes it narrower or wider.
 */
export function ColumnHead({ measure, variants, sort, onSort, onSize }: ColumnHeadProps) {
  const { title, about, width, columns } = measure;
  const [dragged, setDragged] = useState<{ x: number; letter: number; width: number }>();
  const several = variants.length > 1 && columns.length > 1;
  const fitting = (wanted: number) => Math.round(Math.min(widest, Math.max(narrowest, wanted)));
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -2, ArrowRight: 2 }[event.key];
    if (by === undefined || !event.shiftKey) return;
    event.preventDefault();
    onSize(fitting(width + by), true);
  };
  const onGrip = (event: PointerEvent<HTMLElement>) => {
    const head = event.currentTarget.parentElement;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged({ x: event.clientX, letter: (head?.clientWidth ?? 1) / width, width });
  };
  const onDrag = (event: PointerEvent, done: boolean) => {
    if (dragged) onSize(fitting(dragged.width + (event.clientX - dragged.x) / dragged.letter), done);
    if (done) setDragged(undefined);
  };
  const chosen = columns.find(({ key }) => sort === key || sort === `-${key}`);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot leave out the rows that are out of sight.
    // biome-ignore lint/a11y/useFocusableInteractive: its buttons are.
    <div
      role="columnheader"
      aria-colspan={columns.length}
      aria-sort={chosen ? (sort === chosen.key ? "ascending" : "descending") : "none"}
      style={{ gridColumn: `span ${columns.length}` }}
      onKeyDown={onKey}
    >
      {several ? (
        <span className="measure" title={about}>
          <Breakable name={title} />
        </span>
      ) : undefined}
      <span className="sorts">
        {columns.map(({ key, variant = 0 }) => {
          const [next, arrow] = sort === key ? [`-${key}`, " ↑"] : sort === `-${key}` ? ["", " ↓"] : [key, ""];
          const of = several ? `, ${variants[variant]}` : "";
          return (
            <button
              key={key}
              type="button"
              onClick={() => onSort(next)}
              title={`${about}${of}: sort by it; Shift with ← or → changes its width`}
            >
              {several ? (
                <>
                  <span className="unseen">{title} </span>
                  <span className={tone(variant)}>
                    {sign(variant)} {variants[variant]}
                  </span>
                </>
              ) : (
                <Breakable name={title} />
              )}
              {arrow}
            </button>
          );
        })}
      </span>
      <span
        className="grip"
        aria-hidden="true"
        onPointerDown={onGrip}
        onPointerMove={(event) => onDrag(event, false)}
        onPointerUp={(event) => onDrag(event, true)}
      />
    </div>
  );
}
