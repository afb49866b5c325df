import type { SelectQueryBuilder } from "kysely";
import { breathe } from "../base/index.ts";
import { answersFromWord, type TrialAnswers, type TrialStatus, type Variant } from "../shape/index.ts";
import type { Tables, TrialTable } from "./schema.ts";
import type { StoreDatabase } from "./store-database.ts";

/** What was played, and how it ended. */
export interface TrialFacts {
  caseId: string;
  caseHash: string;
  cluster: string | undefined;
  tags: string[];
  variant: Variant;
  repeat: number;
  /** Undefined: played, not scored yet. */
  status: TrialStatus | undefined;
}

type FactColumn = "case_id" | "case_hash" | "cluster" | "tags" | "variant" | "repeat" | "status";

export function trialFacts(database: StoreDatabase, row: Pick<TrialTable, FactColumn>): TrialFacts {
  return {
    caseId: row.case_id,
    caseHash: row.case_hash,
    cluster: row.cluster ?? undefined,
    tags: database.json<string[]>(row.tags),
    variant: database.json<Variant>(row.variant),
    repeat: row.repeat,
    status: statusOf(row),
  };
}

export function storedAnswers(database: StoreDatabase, text: string): TrialAnswers {
  return text.startsWith("{") ? database.json(text) : answersFromWord(text);
}

export function statusOf({ status }: Pick<TrialTable, "status">): TrialStatus | undefined {
  return (status as TrialStatus | null) ?? undefined;
}

/** The trials of a suite in input order, a page at a time, so that memory stays flat however long the run was. */
export async function* pagesOf<Row extends { position: number }>(
  query: SelectQueryBuilder<Tables, "trials", Row>,
  { run, suite, size }: { run: string; suite: number; size: number },
): AsyncGenerator<Row[]> {
  const ofSuite = query.where("trials.run", "=", run).where("trials.suite", "=", suite);
  let after = -1;
  while (true) {
    const rows = await ofSuite.where("trials.position", ">", after).orderBy("trials.position").limit(size).execute();
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = Number(last.position);
    // SQLite answers at once, so without this a long run would be read in one go.
    await breathe();
  }
}
