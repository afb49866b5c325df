import { type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { showValue, unknown } from "../../../vivavoce/src/report/figures.ts";
import { statusMarks } from "../../../vivavoce/src/report/status-marks.ts";
import { go } from "../data/route.ts";
import { useKeys } from "../keys/use-keys.ts";
import { Mark } from "../parts/mark.tsx";
import { cellOf } from "./case-filter.ts";
import { headOf, type MetricColumn, SortHead, widthOf } from "./column-head.tsx";
import { rowHeight, visibleRows } from "./row-window.ts";
import { usePrinting } from "./use-printing.ts";
import type { CaseRow } from "./use-rows.ts";

interface CaseTableProps {
  rows: readonly CaseRow[];
  metrics: readonly MetricColumn[];
  variants: number;
  sort: string;
  onSort(sort: string): void;
  href(caseId: string): string;
  /** The table begins at its top again when this changes. */
  filter: string;
}

/** Cases by metrics. Only the rows in sight, and the one with the focus, are in the document. */
export function CaseTable({ rows, metrics, variants, sort, onSort, href, filter }: CaseTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState({ top: 0, height: 640 });
  const [active, setActive] = useState<string>();
  const focusNext = useRef(false);
  const printing = usePrinting();
  const at = Math.max(
    0,
    rows.findIndex(({ id }) => id === active),
  );
  const shown = printing ? [...rows.keys()] : visibleRows(rows.length, scrolled, at);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another filter shows its first rows.
  useLayoutEffect(() => {
    if (box.current) box.current.scrollTop = 0;
    setActive(undefined);
  }, [filter]);
  useLayoutEffect(() => {
    if (!focusNext.current) return;
    focusNext.current = false;
    box.current?.querySelector<HTMLElement>('[data-row] a[tabindex="0"]')?.focus({ preventScroll: true });
  });

  const move = (to: number) => {
    const index = Math.min(rows.length - 1, Math.max(0, to));
    const row = rows[index];
    if (!row || !box.current) return;
    const [top, bottom] = [index * rowHeight, (index + 2) * rowHeight];
    const { scrollTop, clientHeight } = box.current;
    if (top < scrollTop) box.current.scrollTop = top;
    else if (bottom > scrollTop + clientHeight) box.current.scrollTop = bottom - clientHeight;
    focusNext.current = true;
    setActive(row.id);
    measure();
  };
  const measure = () => {
    if (box.current) setScrolled({ top: box.current.scrollTop, height: box.current.clientHeight });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a taller window shows more rows.
  useLayoutEffect(() => {
    measure();
    addEventListener("resize", measure);
    return () => removeEventListener("resize", measure);
  }, []);
  const step = (by: number) => move(active === undefined ? 0 : at + by);
  const perPage = Math.max(1, Math.floor(scrolled.height / rowHeight) - 2);
  const onKey = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + perPage,
      PageUp: at - perPage,
      Home: 0,
      End: rows.length,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target as Element).closest("[data-row]")) return;
    event.preventDefault();
    move(to);
  };
  useKeys({
    j: ["next row", () => step(1)],
    k: ["previous row", () => step(-1)],
    Enter: ["open the row", () => rows[at] && go(href(rows[at].id))],
  });

  const widths = metrics.map((metric) => widthOf(metric, variants));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot leave out the rows that are out of sight.
    <div
      ref={box}
      className="cases"
      role="grid"
      aria-label="cases by metric"
      aria-rowcount={rows.length + 1}
      aria-colcount={metrics.length + 1}
      onScroll={measure}
      onKeyDown={onKey}
      style={{ "--columns": widths.map((width) => `${width}ch`).join(" "), "--width": `${sum(widths)}ch` } as object}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its buttons are. */}
      <div role="row" aria-rowindex={1} className="cases-head">
        <SortHead name="case" by="id" sort={sort} onSort={onSort} />
        {metrics.map((metric) => (
          <SortHead key={metric.name} name={headOf(metric)} by={`:${metric.name}`} sort={sort} onSort={onSort} />
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <div role="rowgroup" className="cases-body" style={{ "--height": `${rows.length * rowHeight}px` } as object}>
        {shown.map((index) => {
          const row = rows[index];
          if (!row) return undefined;
          return (
            <Row
              key={row.id}
              {...{ row, index, metrics, variants }}
              href={href(row.id)}
              isActive={index === at}
              onFocus={() => setActive(row.id)}
            />
          );
        })}
      </div>
    </div>
  );
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
interface RowProps {
  row: CaseRow;
  index: number;
  metrics: readonly MetricColumn[];
  variants: number;
  href: string;
  isActive: boolean;
  onFocus(): void;
}

const mostMarks = 6;

function Row({ row, index, metrics, variants, href, isActive, onFocus }: RowProps) {
  const { id, title, tags, trials, status } = row;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table element cannot leave out the rows that are out of sight.
    // biome-ignore lint/a11y/useFocusableInteractive: its link is.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link takes the keys.
    <div
      role="row"
      data-row={id}
      aria-rowindex={index + 2}
      className={`case-row ${status}`}
      style={{ top: index * rowHeight }}
      onClick={() => go(href)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: its link is. */}
      <div role="rowheader" className="case-name" title={[id, title, tags.join(", ")].filter(Boolean).join("\n")}>
        <span className="marks">
          {trials.length > mostMarks ? (
            <Mark status={status} />
          ) : (
            trials.map((trial) => <Mark key={trial.position} status={trial.status} />)
          )}
        </span>
        <a
          className="id"
          href={href}
          tabIndex={isActive ? 0 : -1}
          onFocus={onFocus}
          onClick={(event) => event.stopPropagation()}
        >
          {id}
        </a>
        {title === undefined || title === id ? undefined : <span className="title">{title}</span>}
        {tags.length > 0 ? <span className="tags">{tags.join(", ")}</span> : undefined}
      </div>
      {metrics.map(({ name, binary, gating }, metric) => (
        // biome-ignore lint/a11y/useSemanticElements: see above.
        // biome-ignore lint/a11y/useFocusableInteractive: the row's link is.
        <div key={name} role="gridcell" className="number">
          {Array.from({ length: variants }, (_, variant) => {
            const cell = cellOf(row, metric, variant);
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: variants keep their order.
              <span key={variant} className={cell.missed ? (gating ? "missed" : "reported") : undefined}>
                {variant > 0 ? " · " : ""}
                {cellWords(cell, binary)}
              </span>
            );
          })}
        </div>
      ))}
    </div>
  );
}

/** "✓", "0.85", "0.40 ✗", or the sign for why there is no value. */
function cellWords({ value, missed, without }: ReturnType<typeof cellOf>, binary: boolean): string {
  if (value === undefined) return without in statusMarks ? statusMarks[without as keyof typeof statusMarks] : unknown;
  if (binary && (value === 0 || value === 1)) return missed ? statusMarks.failed : statusMarks.passed;
  return missed ? `${showValue(value)} ${statusMarks.failed}` : showValue(value);
}
