import { type ComponentProps, type KeyboardEvent, useLayoutEffect, useRef, useState } from "react";
import { go } from "../data/route.ts";
import { useKeys } from "../keys/use-keys.ts";
import type { Group } from "./case-filter.ts";
import { ColumnHead } from "./column-head.tsx";
import type { Measure } from "./columns.tsx";
import { rowHeight, visibleRows } from "./row-window.ts";
import { usePrinting } from "./use-printing.ts";
import type { CaseRow } from "./use-rows.ts";

interface CaseTableProps {
  /** The cases, perhaps under the headings of their groups. */
  lines: readonly (CaseRow | Group)[];
  measures: readonly Measure[];
  /** What tells the variants apart. */
  variants: readonly string[];
  sort: string;
  onSort(sort: string): void;
  /** The widths that the reader has chosen, by measure; "case" is the first column. */
  sizes: ReadonlyMap<string, number>;
  onSize(key: string, width: number): void;
  href(caseId: string): string;
  /** The table begins at its top again when this changes. */
  filter: string;
}

/** As in run.css. */
const usualFirstWidth = () => (matchMedia("(min-width: 80rem)").matches ? 62 : 40);
const isGroup = (line: CaseRow | Group | undefined): line is Group => line !== undefined && "heading" in line;

/** Cases by metrics. Only the rows in sight, and the one with the focus, are in the document. */
export function CaseTable(props: CaseTableProps) {
  const { lines, measures, variants, sort, onSort, sizes, onSize, href, filter } = props;
  const box = useRef<HTMLDivElement>(null);
  const [scrolled, setScrolled] = useState({ top: 0, height: 640 });
  const [active, setActive] = useState<string>();
  /** A column while its edge is dragged. */
  const [sizing, setSizing] = useState<readonly [key: string, width: number]>();
  const focusNext = useRef(false);
  const printing = usePrinting();
  const first = Math.max(
    0,
    lines.findIndex((line) => !isGroup(line)),
  );
  const found = lines.findIndex((line) => !isGroup(line) && line.id === active);
  const at = found < 0 ? first : found;
  const shown = printing ? [...lines.keys()] : visibleRows(lines.length, scrolled, at);

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
    const wanted = Math.min(lines.length - 1, Math.max(first, to));
    // A heading is stepped over, the way that the step goes.
    const index = isGroup(lines[wanted]) ? wanted + (to < at ? -1 : 1) : wanted;
    const row = lines[index];
    if (!row || isGroup(row) || !box.current) return;
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
  const current = lines[at];
  const step = (by: number) => move(active === undefined ? first : at + by);
  const perPage = Math.max(1, Math.floor(scrolled.height / rowHeight) - 2);
  const onKey = (event: KeyboardEvent) => {
    const to = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + perPage,
      PageUp: at - perPage,
      Home: 0,
      End: lines.length,
    }[event.key];
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(event.target as Element).closest("[data-row]")) return;
    event.preventDefault();
    move(to);
  };
  useKeys({
    j: ["next row", () => step(1)],
    k: ["previous row", () => step(-1)],
    Enter: ["open the row", () => current && !isGroup(current) && go(href(current.id))],
  });

  const usualFirst = usualFirstWidth();
  const widthOf = (key: string, usual: number) => (sizing?.[0] === key ? sizing[1] : sizes.get(key)) ?? usual;
  const sized = measures.map((measure) => ({ ...measure, width: widthOf(measure.key, measure.width) }));
  const widths = sized.flatMap(({ columns, width }) => columns.map(() => width));
  const heads = [
    {
      key: "case",
      title: "case",
      about: "id, title and tags",
      width: widthOf("case", usualFirst),
      columns: [{ key: "id", variant: undefined }],
    },
    ...sized,
  ];
  const layout = {
    "--columns": widths.map((width) => `${width}ch`).join(" "),
    "--width": `${widths.reduce((total, one) => total + one, 0)}ch`,
    ...(heads[0]?.width === usualFirst ? {} : { "--first": `${heads[0]?.width}ch` }),
  };
  return (
    <Part
      ref={box}
      className="cases"
      role="grid"
      aria-label="cases by metric"
      aria-rowcount={lines.length + 1}
      aria-colcount={widths.length + 1}
      onScroll={measure}
      onKeyDown={onKey}
      style={layout as object}
    >
      <Part role="row" aria-rowindex={1} className="cases-head">
        {heads.map((head) => (
          <ColumnHead
            key={head.key}
            measure={head}
            {...{ variants, sort, onSort }}
            onSize={(width, done) => {
              setSizing(done ? undefined : [head.key, width]);
              if (done) onSize(head.key, width);
            }}
          />
        ))}
      </Part>
      <Part role="rowgroup" className="cases-body" style={{ "--height": `${lines.length * rowHeight}px` } as object}>
        {shown.map((index) => {
          const line = lines[index];
          if (!line) return undefined;
          if (isGroup(line))
            return <Heading key={line.heading} words={line.heading} index={index} span={widths.length + 1} />;
          return (
            <Row
              key={line.id}
              row={line}
              {...{ index, measures }}
              href={href(line.id)}
              isActive={index === at}
              onFocus={() => setActive(line.id)}
            />
          );
        })}
      </Part>
    </Part>
  );
}

/** A part of the table, by its role: a table element cannot leave out the rows that are out of sight. */
function Part(props: ComponentProps<"div"> & { role: string }) {
  return <div {...props} />;
}

function Heading({ words, index, span }: { words: string; index: number; span: number }) {
  return (
    <Part
      role="row"
      aria-rowindex={index + 2}
      className="case-row group"
      style={{ top: index * rowHeight }}
      title={words}
    >
      <Part role="rowheader" aria-colspan={span}>
        {words}
      </Part>
    </Part>
  );
}

interface RowProps {
  row: CaseRow;
  index: number;
  measures: readonly Measure[];
  href: string;
  isActive: boolean;
  onFocus(): void;
}

function Row({ row, index, measures, href, isActive, onFocus }: RowProps) {
  const { id, title, tags, status } = row;
  return (
    <Part
      role="row"
      data-row={id}
      aria-rowindex={index + 2}
      className={`case-row ${status}`}
      style={{ top: index * rowHeight }}
      onClick={() => go(href)}
    >
      <Part role="rowheader" className="case-name" title={[id, title, tags.join(", ")].filter(Boolean).join("\n")}>
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
        {tags.length > 0 ? <span className="facts">{tags.join(", ")}</span> : undefined}
      </Part>
      {measures.map(({ key, title: of, columns }) =>
        columns.map((column) => {
          const words = column.words(row);
          return (
            <Part
              key={column.key}
              role="gridcell"
              className={`${key === "why" ? "first-reason" : "number"} ${column.tone?.(row) ?? ""}`}
              title={words === "" ? undefined : `${of}: ${words}`}
            >
              {column.draw ? column.draw(row) : words}
            </Part>
          );
        }),
      )}
    </Part>
  );
}
