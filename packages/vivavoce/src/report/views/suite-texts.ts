import { breathe, fold } from "../../base/index.ts";
import type { Transcript } from "../../shape/index.ts";
import type { Store, StoredTrial } from "../../store/index.ts";

/** Which texts. */
interface TextSource {
  store: Store;
  run: string;
  suite: number;
}

interface TrialText {
  caseId: string;
  playedAt: number;
  /** Folded, as UTF-8. Undefined if there was no room for it; then it is read again for every search. */
  text: Buffer | undefined;
}

/** What all texts of a suite may take in memory. */
const mostBytes = 128 * 2 ** 20;
/** How many conversations are read at a time, and how long to work before others have their turn. */
const together = 40;
const turnMs = 10;

/** Everything that was said in the trials of a suite, in a form that is searched quickly. */
export class SuiteTexts {
  readonly #source: TextSource;
  /** By trial, in input order. */
  readonly #texts: ReadonlyMap<string, TrialText>;

  private constructor(source: TextSource, texts: ReadonlyMap<string, TrialText>) {
    this.#source = source;
    this.#texts = texts;
  }

  /** Reads the texts of all trials, except those that are known from before and were not played again. */
  static async read(source: TextSource, before?: SuiteTexts, most = mostBytes): Promise<SuiteTexts> {
    const { store, run, suite } = source;
    const texts = new Map<string, TrialText>();
    const unread: string[] = [];
    const earlier = before ? before.#texts : undefined;
    let bytes = 0;
    for await (const { trial, caseId, playedAt } of store.trials.summaries(run, suite)) {
      const known = earlier?.get(trial);
      const text = known?.playedAt === playedAt ? known.text : undefined;
      texts.set(trial, { caseId, playedAt, text });
      if (text) bytes += text.length;
      else unread.push(trial);
    }
    for await (const conversation of conversationsOf(source, unread)) {
      const text = Buffer.from(textOf(conversation));
      const trial = texts.get(conversation.trial);
      if (bytes + text.length > most) break;
      bytes += text.length;
      if (trial) trial.text = text;
    }
    return new SuiteTexts(source, texts);
  }

  /** The ids of the cases in which a text occurs, whatever its case, quotation marks, dashes and blanks. */
  async find(text: string): Promise<string[]> {
    const wanted = Buffer.from(fold(text));
    const found = new Set<string>();
    const unread: string[] = [];
    const turn = new Turn();
    for (const [trial, { text, caseId }] of this.#texts) {
      if (text === undefined) unread.push(trial);
      else if (text.includes(wanted)) found.add(caseId);
      if (turn.isOver()) await turn.next();
    }
    for await (const conversation of conversationsOf(this.#source, unread)) {
      const caseId = this.#texts.get(conversation.trial)?.caseId;
      if (caseId !== undefined && Buffer.from(textOf(conversation)).includes(wanted)) found.add(caseId);
    }
    return unread.length === 0 ? [...found] : this.#inOrder(found);
  }

  #inOrder(found: ReadonlySet<string>): string[] {
    return [...new Set([...this.#texts.values()].map(({ caseId }) => caseId))].filter((id) => found.has(id));
  }
}

/** A piece of work that is done in turns with everything else. */
class Turn {
  #began = performance.now();

  isOver(): boolean {
    return performance.now() - this.#began > turnMs;
  }

  async next(): Promise<void> {
    await breathe();
    this.#began = performance.now();
  }
}

async function* conversationsOf({ store, run, suite }: TextSource, trials: readonly string[]) {
  const turn = new Turn();
  for (let from = 0; from < trials.length; from += together) {
    for (const conversation of await store.trials.conversations(run, suite, trials.slice(from, from + together))) {
      yield conversation;
      if (turn.isOver()) await turn.next();
    }
  }
}

/** Stands between two texts: no fold changes it or joins what is on its sides, so nothing is found across it. */
const between = "\u0001";

/** The texts of a trial, folded together, which takes half the time of folding each. */
function textOf({ title, transcript }: Pick<StoredTrial, "title" | "transcript">): string {
  return fold([transcript.case, title, ...said(transcript)].join(between));
}

function said({ history, exchanges }: Transcript): string[] {
  return [
    ...history.map(({ content }) => content),
    ...exchanges.flatMap(({ user, items }) => [
      user?.content ?? "",
      ...items.flatMap((item) =>
        item.type === "text"
          ? [item.text, item.unheard ?? ""]
          : [item.call.name, JSON.stringify(item.call.arguments) ?? "", ...strings(item.call.arguments)],
      ),
    ]),
  ];
}

/** The texts within arguments that look different in JSON, such as one with a quotation mark or a second line. */
function strings(given: unknown): string[] {
  const found: string[] = [];
  // A list instead of recursion: arguments may be nested deeper than the stack.
  const open = [given];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value === "string" && JSON.stringify(value) !== `"${value}"`) found.push(value);
    if (typeof value === "object" && value !== null) for (const part of Object.values(value)) open.push(part);
  }
  return found;
}
