import type { Redactor } from "../base/index.ts";
import type { StoreDatabase } from "./store-database.ts";

/** What a person said about one criterion of one conversation. */
export interface Label {
  id: string;
  suite: string;
  run: string;
  suitePosition: number;
  trial: string;
  caseId: string;
  metric: string;
  /** The id of the check within the metric's score; "" for the metric as a whole. */
  criterion: string;
  /** The criterion's words when it was labelled, and their SHA-256. */
  criterionText: string;
  criterionVersion: string;
  /** The metric's identity, and the judge's verdict, when it was labelled. */
  metricIdentity: string;
  judged: "pass" | "fail" | "none";
  /** Who said it. */
  rater: string;
  labelledAt: number;
  verdict: "pass" | "fail" | "unclear";
  /** Required unless the verdict is a pass. */
  reason: string;
  /** How the item came to be labelled, and the chance it had: a corrected rate needs that. */
  sampled: { how: "random" | "disagreement" | "second rater" | "chosen"; probability?: number | undefined };
}

/** Labels are appended: a rater who changes their mind adds a label, and the newest counts. */
export class LabelStore {
  readonly #database: StoreDatabase;
  readonly #redactor: Redactor;

  constructor(database: StoreDatabase, redactor: Redactor) {
    this.#database = database;
    this.#redactor = redactor;
  }

  async add(label: Label): Promise<void> {
    const { id, suite, run, suitePosition, trial, caseId, metric, criterion, criterionVersion } = label;
    const place = { id, suite, run, suite_position: suitePosition, trial, case_id: caseId, metric, criterion };
    const made = { rater: label.rater, labelled_at: label.labelledAt, metric_identity: label.metricIdentity };
    const body = this.#redactor.json(label);
    await this.#database
      .insertInto("labels")
      .values({ ...place, criterion_version: criterionVersion, ...made, body })
      .execute();
  }

  /** The newest label of each rater on each criterion of each conversation, oldest first. */
  async list(of: { suite?: string | undefined; metric?: string | undefined } = {}): Promise<Label[]> {
    let query = this.#database.selectFrom("labels").select(["body"]).orderBy("labelled_at");
    if (of.suite !== undefined) query = query.where("suite", "=", of.suite);
    if (of.metric !== undefined) query = query.where("metric", "=", of.metric);
    const labels = (await query.execute()).map(({ body }) => this.#database.json<Label>(body));
    const newest = new Map<string, Label>();
    for (const label of labels) {
      const key = JSON.stringify([
        label.run,
        label.suitePosition,
        label.trial,
        label.metric,
        label.criterion,
        label.rater,
      ]);
      newest.delete(key);
      newest.set(key, label);
    }
    return [...newest.values()];
  }
}
