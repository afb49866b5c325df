import { type Place, type Problem, plural, safeLine, showPlace } from "../../base/index.ts";
import { inColumns } from "../../report/index.ts";

/** What happened to something in a file. */
type ImportFate = "imported" | "changed" | "kept" | "dropped";

/** One kind of thing, such as an assertion type, and all its occurrences. */
interface ImportNote {
  kind: string;
  fate: ImportFate;
  /** What it became, or why it was dropped, and what to use instead. */
  becomes: string;
  count: number;
  /** The first few; the count covers all. */
  examples: { place: Place; text: string }[];
}

/** How many examples of a kind are kept, whatever the size of the file. */
const mostExamples = 1_000;
const mostProblems = 1_000;

/** The report of an import. Nothing in a file may be left out without a note here. */
export class ImportReport {
  readonly #notes = new Map<string, ImportNote>();
  readonly #metrics = new Set<string>();
  readonly #told = new Set<string>();
  readonly problems: Problem[] = [];
  /** Records that could not be read, or become neither a case nor a transcript. */
  unread = 0;

  /** One occurrence; a loss at one place is told once. `metrics` are those that a suite needs to score it. */
  note(
    fate: ImportFate,
    kind: string,
    becomes: string,
    place: Place,
    text = "",
    metrics: readonly string[] = [],
  ): void {
    for (const metric of metrics) this.#metrics.add(metric);
    const key = `${fate}\n${kind}\n${becomes}`;
    const note = this.#notes.get(key) ?? {
      kind: safeLine(kind, 80),
      fate,
      becomes: safeLine(becomes, 300),
      count: 0,
      examples: [],
    };
    this.#notes.set(key, note);
    // A test that is played for several variables is one place in its file.
    const told = `${key}\n${showPlace(place)}\n${place.caseId}\n${text}`;
    if (fate !== "imported" && this.#told.has(told)) return;
    this.#told.add(told);
    note.count += 1;
    if (note.examples.length < mostExamples) note.examples.push({ place, text: safeLine(text, 120) });
  }

  /** A record that could not be read, or that becomes neither a case nor a transcript. */
  lost(message: string, place: Place, remedy?: string): void {
    this.unread += 1;
    if (this.problems.length < mostProblems) this.problems.push({ message: safeLine(message, 300), place, remedy });
  }

  get notes(): ImportNote[] {
    return [...this.#notes.values()];
  }

  /** The metrics that score what was imported, as they are written in a suite: each once, at its highest threshold. */
  get metrics(): string[] {
    const strictest = new Map<string, string>();
    for (const metric of [...this.#metrics].sort()) {
      const [name = ""] = metric.split("(");
      const before = strictest.get(name);
      if (before === undefined || thresholdIn(before) < thresholdIn(metric)) strictest.set(name, metric);
    }
    return [...strictest.values()];
  }
}

/** Where none is written it is the metric's own: 1 where code decides, 0.7 where a judge does. */
function thresholdIn(metric: string): number {
  return Number(/threshold: ([\d.e-]+)/.exec(metric)?.[1] ?? (metric.startsWith("toolCalls") ? 1 : 0.7));
}

const headings: Record<ImportFate, string> = {
  imported: "imported",
  changed: "imported in another form",
  kept: "not scored, kept in the case's data",
  dropped: "left out",
};

/** How many examples are shown of each kind that was not imported unchanged. */
const shownExamples = 3;

/** The notes for a terminal: a section for each fate, a line for each kind with its count. */
export function notesText(notes: readonly ImportNote[]): string {
  const rows = inColumns(
    notes.map(({ kind, count, becomes }) => [kind, count.toLocaleString("en-US"), becomes]),
    { align: ["left", "right", "left"] },
  );
  const sections = (Object.keys(headings) as ImportFate[]).flatMap((fate) => {
    const lines = notes.flatMap((note, index) => (note.fate === fate ? noteLines(note, rows[index] ?? "") : []));
    return lines.length === 0 ? [] : [[`${headings[fate]}:`, ...lines].join("\n")];
  });
  return sections.join("\n\n");
}

function noteLines({ fate, count, examples }: ImportNote, line: string): string[] {
  if (fate === "imported") return [line];
  const shown = examples.slice(0, shownExamples).map(({ place, text }) => {
    const where = `${showPlace(place)}${place.caseId === undefined ? "" : ` (case ${place.caseId})`}`;
    return `      ${where}${text === "" ? "" : `: ${text}`}`;
  });
  const more = count - shown.length;
  return [line, ...shown, ...(more > 0 ? [`      and ${plural(more, "more")}`.replace(/s$/, "")] : [])];
}
