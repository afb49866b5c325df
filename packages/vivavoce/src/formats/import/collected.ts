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
import type { ChatConversation } from "../transcripts/from-messages.ts";
import { CaseIds, idFrom } from "./case-ids.ts";
import { ImportReport } from "./import-report.ts";
import type { SourceRecord } from "./records.ts";
import { safeJson, withoutEmpty } from "./safe-json.ts";

/** What an import should make of files. */
export type ImportAs = "cases" | "transcripts";

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

/** A conversation that another tool recorded. */
interface Recorded {
  id: string;
  conversation: ChatConversation;
  place: Place;
  agent?: string | undefined;
  /** Adds facts about the exchanges that the messages do not hold. */
  complete?: ((exchanges: Exchange[], outcome: Outcome) => Outcome) | undefined;
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

  /** An id made from a name or from the conversation. */
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
  addRecorded({ id, conversation, place, agent = "unknown", complete }: Recorded): void {
    const here = { ...place, caseId: id };
    const { exchanges, flaws } = conversation;
    for (const { index, message } of flaws) this.report.lost(`message ${index + 1}: ${message}`, here);
    if (flaws.length > 0) return;
    const outcome = withoutBlame(conversation.outcome, exchanges);
    const transcript: Transcript = {
      version: 2,
      case: id,
      variant: {},
      repeat: 1,
      agent: { name: agent, version: "imported" },
      history: [],
      exchanges,
      outcome: complete?.(exchanges, outcome) ?? outcome,
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
  const exchange = exchanges.at(-1)?.number;
  if (outcome.kind !== "agent-failed" || exchange === undefined || exchange !== outcome.exchange) return outcome;
  return { kind: "infrastructure", message: "the record ends before the agent answered", exchange };
}
