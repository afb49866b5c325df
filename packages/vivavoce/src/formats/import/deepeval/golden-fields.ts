import { ImportedFields } from "../fields.ts";
import type { ImportReport } from "../import-report.ts";
import type { SourceRecord } from "../records.ts";
import { objectIn } from "../safe-json.ts";
import { type GoldenTurn, turnList } from "./cells.ts";

/** The fields of a golden, which report what happened to them. */
export class GoldenFields extends ImportedFields {
  readonly #report: ImportReport;
  /** What the golden expects and the case does not. */
  readonly lost: string[] = [];

  constructor(record: SourceRecord, report: ImportReport) {
    super(objectIn(record.value), record);
    this.#report = report;
  }

  imported(field: string, becomes: string, metrics: readonly string[] = []): void {
    this.#report.imported(field, becomes, this.place(field), metrics);
  }

  changed(kind: string, becomes: string, field = kind): void {
    this.#report.changed(kind, becomes, this.place(field));
  }

  kept(kind: string, becomes: string, field = kind): void {
    this.#report.kept(kind, becomes, this.place(field));
  }

  dropped(kind: string, becomes: string, field = kind): void {
    this.#report.dropped(kind, becomes, this.place(field));
  }

  /** A part of what is expected was left out. */
  lostCheck(kind: string, becomes: string, field = kind): void {
    this.lost.push(kind);
    this.dropped(kind, becomes, field);
  }

  turns(): GoldenTurn[] {
    const turns = turnList(this.take("turns"));
    if (!turns) this.dropped("turns", "this is not a list of turns");
    const others = turns?.filter(({ role }) => role !== "user" && role !== "assistant") ?? [];
    for (const { role } of others)
      this.dropped(`turn of role ${role}`, "a turn is the user's or the assistant's", "turns");
    return turns?.filter((turn) => !others.includes(turn)) ?? [];
  }
}
