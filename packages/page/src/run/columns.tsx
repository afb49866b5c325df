import type { ReactNode } from "react";
import { showCost, showCount, showDuration, showValue, unknown } from "../../../vivavoce/src/report/figures.ts";
import { statusMarks, urgency } from "../../../vivavoce/src/report/status-marks.ts";
import type { AnswerOf } from "../data/load.ts";
import { partsOf } from "../parts/breakable.tsx";
import { Mark } from "../parts/mark.tsx";
import { sign } from "../parts/variant.ts";
import { type CaseCell, cellOf } from "./case-cell.ts";
import type { OutlinedSuite, SuiteAnswer } from "./metric-table.tsx";
import type { CaseRow } from "./use-rows.ts";

/** Why trials did not pass, by their place in the plan. */
export type Reasons = ReadonlyMap<number, AnswerOf<"reasons">["reasons"][number]>;

/** One column under a variant, or without one if the measure is of the whole case. */
export interface Column {
  /** In the address, as what the table is sorted by. */
  key: string;
  variant: number | undefined;
  /** What it is sorted by; undefined: at the end. */
  value(row: CaseRow): number | string | undefined;
  /** The whole of what it shows, as text. */
  words(row: CaseRow): string;
  draw?(row: CaseRow): ReactNode;
  tone?(row: CaseRow): string | undefined;
}

/** A measure with a column for each variant. */
export interface Measure {
  /** In the address: "result", "why", "cost"; a metric has a colon before its name. */
  key: string;
  title: string;
  about: string;
  /** The letters that each of its columns has room for. */
  width: number;
  columns: readonly Column[];
}

/** `least`: the letters that a value needs. */
type Head = Omit<Measure, "width" | "columns"> & { least: number };

interface Source {
  suite: OutlinedSuite;
  sums: SuiteAnswer | undefined;
  rows: readonly CaseRow[];
  reasons: Reasons;
}

const longestWord = 20;

/** Everything that the table can show of a case, without what was not measured in any. */
export function measuresOf({ suite, sums, rows, reasons }: Source): Measure[] {
  const several = suite.variants.length > 1;
  const short = several ? shortNames(suite.variants.map(({ title }) => title)) : [];
  const measure = ({ least, ...head }: Head, made: (variant: number) => Omit<Column, "key" | "variant">): Measure => {
    const word = Math.min(longestWord, Math.max(...partsOf(head.title).map((part) => part.length)) + 2);
    const width = Math.max(least, word / suite.variants.length, ...short.map((name) => name.length + 3));
    const columns = suite.variants.map((_, variant) => {
      return { ...made(variant), key: several ? `${head.key}@${variant}` : head.key, variant };
    });
    return { ...head, width: Math.ceil(width) + 1, columns };
  };
  const spent = (
    key: keyof CaseRow["spent"][number],
    title: string,
    about: string,
    show: (value?: number) => string,
  ) => {
    const value = (row: CaseRow, variant: number) => row.spent[variant]?.[key];
    if (!rows.some((row) => row.spent.some((one) => one[key] !== undefined))) return [];
    const column = (variant: number) => ({
      value: (row: CaseRow) => value(row, variant),
      words: (row: CaseRow) => show(value(row, variant)),
    });
    return [measure({ key, title, about, least: 8 }, column)];
  };
  const why = { key: "why", title: "why not passed", about: "the first reason", width: 40 };
  return [
    measure({ key: "result", title: "result", about: "how its trials ended", least: 5 }, (variant) => ({
      value: (row) => urgency.indexOf(ofVariant(row, variant)[0]?.status ?? "skipped"),
      words: (row) => String(ofVariant(row, variant).map(({ status }) => ` ${status}`)).trim() || "not played",
      draw: (row) => <Results trials={ofVariant(row, variant)} />,
    })),
    ...(reasons.size > 0 ? [{ ...why, columns: [reasonColumn(reasons, several)] }] : []),
    ...suite.metrics.map(({ name, judged, gating }, metric) => {
      const binary = (sums?.variants ?? []).every((variant) => variant.metrics[metric]?.binary !== false);
      const title = `${name}${judged ? "°" : ""}`;
      const about = `${name}${judged ? ", scored by a judge" : ""}${gating ? "" : ", reported, decides nothing"}`;
      const head = { key: `:${name}`, title: gating ? title : `(${title})`, about, least: binary ? 4 : 6 };
      return measure(head, (variant) => ({
        value: (row) => cellOf(row, metric, variant).value,
        words: (row) => cellWords(cellOf(row, metric, variant), binary),
        tone: (row) => (cellOf(row, metric, variant).missed ? (gating ? "missed" : "reported") : undefined),
      }));
    }),
    ...spent("cost", "cost", "what the agent cost, all repeats together", showCost),
    ...spent("firstWordMs", "first word", "mean time to the first word of a reply", showDuration),
    ...spent("replyMs", "reply", "mean time to the end of a reply", showDuration),
    ...spent("tokens", "tokens", "tokens of the agent, in and out, all repeats together", showCount),
  ];
}

const ofVariant = ({ trials }: CaseRow, variant: number) =>
  trials
    .filter((trial) => trial.variant === variant)
    .toSorted((a, b) => urgency.indexOf(a.status) - urgency.indexOf(b.status));

const mostMarks = 5;

function Results({ trials }: { trials: CaseRow["trials"] }) {
  const [worst] = trials;
  if (!worst) return unknown;
  if (trials.length <= mostMarks) return trials.map((trial) => <Mark key={trial.position} status={trial.status} />);
  const same = trials.filter(({ status }) => status === worst.status).length;
  return (
    <>
      <Mark status={worst.status} /> {same === trials.length ? `all ${same}` : `${same} of ${trials.length}`}
    </>
  );
}

/** The reason of the first trial that has one; of several variants, with the sign of the one that failed so. */
function reasonColumn(reasons: Reasons, several: boolean): Column {
  const own = ({ trials }: CaseRow) =>
    trials.flatMap(({ position, variant }) =>
      [reasons.get(position)].flatMap((one) => (one ? { ...one, variant } : [])),
    );
  const said = (row: CaseRow) => own(row).map(({ text, variant }) => (several ? `${sign(variant)} ${text}` : text));
  return {
    key: "why",
    variant: undefined,
    value: (row) => own(row)[0]?.kind,
    words: (row) => [...new Set(said(row))].join("\n"),
    draw: (row) => <span>{said(row)[0]}</span>,
  };
}

/** What tells the names of variants apart: of "prompt v1" and "prompt v2" the second word. */
export function shortNames(titles: readonly string[]): string[] {
  const words = titles.map((title) => title.split(" "));
  const names = words.map((own, at) =>
    own.filter((word) => words.some((other, index) => index !== at && !other.includes(word))).join(" "),
  );
  return new Set(names).size === names.length && !names.includes("") ? names : [...titles];
}

/** "✓", "0.85", "0.40 ✗", or the sign for why there is no value. */
function cellWords({ value, missed, without }: CaseCell, binary: boolean): string {
  if (value === undefined) return without in statusMarks ? statusMarks[without as keyof typeof statusMarks] : unknown;
  if (binary && (value === 0 || value === 1)) return missed ? statusMarks.failed : statusMarks.passed;
  return missed ? `${showValue(value)} ${statusMarks.failed}` : showValue(value);
}
