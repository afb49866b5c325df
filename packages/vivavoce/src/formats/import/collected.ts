import { isJsonObject, type Place } from "../../base/index.ts";
import { type CaseInput, caseSchema, incompleteTag, type Transcript, transcriptSchema } from "../../shape/index.ts";
import { CaseIds, idFrom } from "./case-ids.ts";
import { ImportReport } from "./import-report.ts";
import { safeJson } from "./safe-json.ts";

/** What an import should make of files. */
export type ImportAs = "cases" | "transcripts";

/** The fields of a case that lost these checks. */
export function incompleteFields(
  tags: readonly string[],
  lost: readonly string[],
): Pick<CaseInput, "tags" | "imported"> {
  if (lost.length === 0) return tags.length > 0 ? { tags: [...tags] } : {};
  return { tags: [...new Set([...tags, incompleteTag])], imported: { incomplete: [...new Set(lost)] } };
}

/** The results of an import so far. Everything is checked here and gets a unique id. */
export class Collected {
  readonly report = new ImportReport();
  readonly cases: CaseInput[] = [];
  readonly transcripts: Transcript[] = [];
  as: ImportAs;
  readonly #ids = new CaseIds();

  constructor(as: ImportAs) {
    this.as = as;
  }

  /** An id made from a name or from the conversation. */
  id(name: string, place: Place): string {
    return this.#unused(idFrom(name), place);
  }

  /** An id that the source gives. A change of it is reported. */
  givenId(name: string, place: Place): string {
    const wanted = idFrom(name);
    if (wanted !== name)
      this.report.changed("id", "turned into one word that is safe as a file name", place, `${name} → ${wanted}`);
    return this.#unused(wanted, place);
  }

  #unused(wanted: string, place: Place): string {
    const id = this.#ids.take(wanted);
    if (id !== wanted) this.report.changed("id used twice", "a number was added", place, `${wanted} → ${id}`);
    return id;
  }

  addCase(draft: CaseInput, place: Place): void {
    const { data, ...rest } = draft;
    const isEmpty = isJsonObject(data) && Object.keys(data).length === 0;
    const value = this.#safe(isEmpty ? rest : draft, { ...place, caseId: draft.id });
    const { error } = caseSchema.safeParse(value);
    if (!error) this.cases.push(value);
    else this.#refuse("case", draft.id, place, error.issues[0]);
  }

  addTranscript(draft: Transcript, place: Place): void {
    const value = this.#safe(draft, { ...place, caseId: draft.case });
    const { error } = transcriptSchema.safeParse(value);
    if (!error) this.transcripts.push(value);
    else this.#refuse("transcript", draft.case, place, error.issues[0]);
  }

  #safe<T>(draft: T, place: Place): T {
    const { value, lost } = safeJson(draft);
    for (const { kind, path } of lost) {
      const becomes = kind === "__proto__" ? "a field of this name is never read" : "replaced by a remark";
      this.report.dropped(kind, becomes, place, path);
    }
    return value;
  }

  #refuse(
    what: string,
    caseId: string,
    place: Place,
    issue: { path: PropertyKey[]; message: string } | undefined,
  ): void {
    const where = issue ? `${issue.path.map(String).join(".")}: ${issue.message}` : "";
    this.report.lost(`cannot become a ${what}: ${where}`, { ...place, caseId });
  }
}
