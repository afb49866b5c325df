import type { Place } from "../../base/index.ts";
import {
  type CaseInput,
  caseSchema,
  type Exchange,
  incompleteTag,
  type Outcome,
  type Transcript,
  transcriptSchema,
} from "../../shape/index.ts";
import type { conversationOf } from "../transcripts/from-messages.ts";
import { ImportReport } from "./import-report.ts";
import type { SourceRecord } from "./records.ts";
import { safeJson, withoutEmpty } from "./safe-json.ts";

/** What an import should make of files. */
type ImportAs = "cases" | "transcripts";

/** Reads the records of one file. */
export interface Importer {
  take(record: SourceRecord): void | Promise<void>;
  /** After the last record of the file. */
  finish?(): void | Promise<void>;
}

/** The fields of a case that lost these checks. */
export function incompleteFields(
  tags: readonly string[],
  lost: readonly string[],
): Pick<CaseInput, "tags" | "imported"> {
  if (lost.length === 0) return { tags: [...tags] };
  return { tags: [...new Set([...tags, incompleteTag])], imported: { incomplete: [...new Set(lost)] } };
}

/** The results of an import so far. Everything is checked here and gets a unique id. */
export class Collected {
  readonly report = new ImportReport();
  readonly cases: CaseInput[] = [];
  readonly transcripts: Transcript[] = [];
  as: ImportAs;
  /** The model that the other tool asked. */
  model: string | undefined;
  readonly #ids = new CaseIds();

  constructor(as: ImportAs) {
    this.as = as;
  }

  /** An id that the source gives, else one from the first words of the conversation. */
  idOf(given: string | undefined, words: string, place: Place): string {
    return given === undefined ? this.id(nameOfWords(words), place) : this.givenId(given, place);
  }

  /** An id made from a name. */
  id(name: string, place: Place): string {
    const wanted = idFrom(name);
    const id = this.#ids.take(wanted);
    if (id !== wanted) this.report.note("changed", "id used twice", "a number was added", place, `${wanted} → ${id}`);
    return id;
  }

  /** An id that the source gives. A change of it is reported. */
  givenId(name: string, place: Place): string {
    const wanted = idFrom(name);
    const becomes = "turned into one word that is safe as a file name";
    if (wanted !== name) this.report.note("changed", "id", becomes, place, `${name} → ${wanted}`);
    return this.id(wanted, place);
  }

  /** Adds a case; fields with nothing in them are left out. */
  addCase(draft: CaseInput, place: Place): void {
    this.#add(this.cases, withoutEmpty(draft), caseSchema, "case", { ...place, caseId: draft.id });
  }

  /** Adds the transcript of a recorded conversation, or reports why it cannot be one. */
  addRecorded(
    id: string,
    { exchanges, outcome, flaws }: ReturnType<typeof conversationOf>,
    place: Place,
    agent = "unknown",
  ): void {
    const here = { ...place, caseId: id };
    for (const { index, message } of flaws) this.report.lost(`message ${index + 1}: ${message}`, here);
    if (flaws.length > 0) return;
    const transcript: Transcript = {
      version: 2,
      case: id,
      variant: {},
      repeat: 1,
      agent: { name: agent, version: "imported" },
      history: [],
      exchanges,
      outcome: withoutBlame(outcome, exchanges),
    };
    this.#add(this.transcripts, transcript, transcriptSchema, "transcript", here);
  }

  #add<T>(all: T[], draft: T, schema: typeof caseSchema | typeof transcriptSchema, what: string, place: Place): void {
    const { value, lost } = safeJson(draft);
    for (const { kind, path } of lost) {
      const becomes = kind === "__proto__" ? "a field of this name is never read" : "replaced by a remark";
      this.report.note("dropped", kind, becomes, place, path);
    }
    const { error } = schema.safeParse(value);
    if (!error) return void all.push(value);
    const [issue] = error.issues;
    const where = issue ? `${issue.path.map(String).join(".")}: ${issue.message}` : "";
    this.report.lost(`cannot become a ${what}: ${where}`, place);
  }
}

/** A record that stops after a line of the user says nothing about the agent: its answer may not have been recorded. */
function withoutBlame(outcome: Outcome, exchanges: readonly Exchange[]): Outcome {
  if (outcome.kind !== "agent-failed" || outcome.reason !== "empty-reply") return outcome;
  const { exchange } = outcome;
  if (exchange !== exchanges.at(-1)?.number) return outcome;
  return { kind: "infrastructure", message: "the record ends before the agent answered", exchange };
}

/** A valid case id that is safe as a file name, made from a source's name for its test. */
function idFrom(name: string): string {
  const words = name.normalize("NFKC").replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const id = [...words]
    .slice(0, 80)
    .join("")
    .replace(/^[-_.]+|[-_.]+$/g, "");
  return id === "" ? "case" : id;
}

/** A name from the first words of a text, for tests without one. */
export function nameOfWords(text: string): string {
  const words =
    text
      .slice(0, 400)
      .replaceAll(/['’]/g, "")
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(0, 8).join("-").toLowerCase();
}

/** Gives out each id once, ignoring case, as some file systems do. */
export class CaseIds {
  readonly #taken = new Map<string, number>();

  /** The id itself, or the next free one of its name: `greets`, `greets-2`, `greets-3`. */
  take(wanted: string): string {
    const key = wanted.toLowerCase();
    let number = this.#taken.get(key) ?? 0;
    let id = wanted;
    while (this.#taken.has(id.toLowerCase())) id = `${wanted}-${++number}`;
    this.#taken.set(id.toLowerCase(), 1).set(key, number || 1);
    return id;
  }
}
