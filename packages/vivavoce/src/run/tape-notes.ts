import { listed, plural } from "../base/index.ts";

/** Remarks on one trial's tape. */
export interface TapeNote {
  /** From the suite's folder. */
  file: string;
  caseId: string;
  /** What is missing because of an outage. */
  incomplete?: string | undefined;
  /** The entries that a replay did not ask for, such as `judge call 1 of "criteria"`. */
  unused: readonly string[];
  /** The agent spoke and used connections or a program of its own, but Viva saw no model call. */
  unseen?: boolean | undefined;
  /** How many calls were answered only because the suite's `replay` leaves something out. */
  loose?: number | undefined;
  /** How many calls were answered although the time in them was another. */
  timed?: number | undefined;
  /** How many of the answers were edited after they had been recorded. */
  edited?: number | undefined;
  /** How the conversation ended when it was recorded, if the replay ended differently. */
  otherEnd?: string | undefined;
}

/** How many cases are named before the rest is only counted. */
const named = 3;

/** A run's remarks on a suite's tapes. */
export class TapeNotes {
  readonly #notes: TapeNote[] = [];
  readonly #unseen: TapeNote[] = [];
  #loose = 0;
  #timed = 0;

  add(note: TapeNote | undefined): void {
    if (!note) return;
    this.#loose += note.loose ?? 0;
    this.#timed += note.timed ?? 0;
    if (note.unseen) this.#unseen.push(note);
    const { incomplete, unused, otherEnd, edited = 0 } = note;
    if (incomplete !== undefined || unused.length > 0 || otherEnd !== undefined || edited > 0) this.#notes.push(note);
  }

  /** The tapes that `--record missing` would complete. */
  get incomplete(): readonly TapeNote[] {
    return this.#notes.filter(({ incomplete }) => incomplete !== undefined);
  }

  /** Warnings about tapes with unused entries; tapes with the same unused entries share one. */
  warnings(): string[] {
    const bySame = new Map<string, TapeNote[]>();
    for (const note of this.#notes.filter(({ unused }) => unused.length > 0)) {
      const what = note.unused.join(", ");
      bySame.set(what, [...(bySame.get(what) ?? []), note]);
    }
    const unused = [...bySame].map(([what, notes]) => {
      const count = notes[0]?.unused.length ?? 0;
      const each = notes.length === 1 ? "" : " each";
      return `${listOf(notes)}: ${plural(count, "entry").replace("entrys", "entries")}${each} not used: ${what}. Did the case, the agent or the metrics change after the tape was made?`;
    });
    const others = this.#notes.flatMap(({ file, caseId, otherEnd }) =>
      otherEnd === undefined
        ? []
        : [
            `${file} (case ${caseId}): ${otherEnd}. Either the agent has changed, or it depends on something outside the tape.`,
          ],
    );
    const edited = this.#notes.filter((note) => (note.edited ?? 0) > 0);
    const written = `${listOf(edited)}: somebody has edited recorded answers, which count as hand-written now. If that was not you, restore the files or record the cases again.`;
    const loose = `${plural(this.#loose, "call")} matched a recording only without what the suite's replay option leaves out`;
    const timed = `${plural(this.#timed, "call")} matched a recording except for the time in the request`;
    const matched = [...(this.#loose > 0 ? [loose] : []), ...(this.#timed > 0 ? [timed] : [])];
    return [...unused, ...others, ...(edited.length > 0 ? [written] : []), ...matched, ...this.#unseenWarning()];
  }

  /** A replay of such a conversation would ask the same models again, or fail. */
  #unseenWarning(): string[] {
    const cases = this.#unseen.map(({ caseId }) => caseId);
    if (cases.length === 0) return [];
    const taped = this.#unseen.some(({ file }) => file !== "") ? ", and nothing was recorded" : "";
    return [
      `the agent answered, but Viva saw no model call${taped} (case ${listed(cases, named)}). If it asks a model, Viva does not see these calls or the tools in them: name the host in capture: { hosts }, or let the agent ask at OPENAI_BASE_URL or at viva proxy.`,
    ];
  }
}

/** "cassettes/desk/default/one.yaml (case one), cassettes/desk/default/two.yaml (case two) and 7 more tapes" */
export function listOf(notes: readonly TapeNote[]): string {
  const shown = notes.slice(0, named).map(({ file, caseId }) => `${file} (case ${caseId})`);
  const more = notes.length - named;
  return `${shown.join(", ")}${more > 0 ? ` and ${plural(more, "more tape")}` : ""}`;
}
