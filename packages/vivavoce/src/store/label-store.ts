import { randomBytes } from "node:crypto";
import { type Label, newestLabels } from "../shape/index.ts";
import type { TrialAddress } from "./records.ts";
import { StorePart } from "./store-database.ts";

/** Which labels to read. */
interface LabelFilter {
  suite?: string | undefined;
  metric?: string | undefined;
}

/**
 * What people said about conversations. Labels are appended: a rater who changes their mind adds a label, and the newest
 * counts.
 */
export class LabelStore extends StorePart {
  /** All of them, or none if one cannot be written. */
  async add(...labels: readonly Label[]): Promise<void> {
    await this.database.atomically(async (transaction) => {
      for (const label of labels) {
        const { id, suite, run, metric, labelledAt } = label;
        const row = { id, suite, run, metric, labelled_at: labelledAt, body: this.redactor.json(label) };
        await transaction.insertInto("labels").values(row).execute();
      }
    });
  }

  /** The newest label of each rater on each criterion of each conversation, oldest first. */
  async list(of: LabelFilter = {}): Promise<Label[]> {
    return newestLabels(await this.all(of));
  }

  /** Every label that was ever given, oldest first. */
  async all({ suite, metric }: LabelFilter = {}): Promise<Label[]> {
    let query = this.database.selectFrom("labels").select("body").orderBy("labelled_at").orderBy("id");
    if (suite !== undefined) query = query.where("suite", "=", suite);
    if (metric !== undefined) query = query.where("metric", "=", metric);
    return (await query.execute()).map(({ body }) => this.database.json<Label>(body));
  }

  /** Changes with the labels of a suite, and with the runs that they are about. */
  async sign(suite: string): Promise<string> {
    const ofSuite = this.database.selectFrom("labels").where("suite", "=", suite);
    const labels = await ofSuite
      .select(({ fn }) => [fn.countAll().as("count"), fn.sum("labelled_at").as("sum"), fn.max("id").as("last")])
      .executeTakeFirst();
    const runs = await this.database
      .selectFrom("runs")
      .select(["id", "updated_at"])
      .where("id", "in", ofSuite.select("run"))
      .orderBy("id")
      .execute();
    return JSON.stringify([labels, runs]);
  }

  /** How many labels each run has; runs without any are left out. */
  async countByRun(): Promise<Map<string, number>> {
    const rows = await this.database
      .selectFrom("labels")
      .select(({ fn }) => ["run", fn.countAll<number>().as("count")])
      .groupBy("run")
      .execute();
    return new Map(rows.map(({ run, count }) => [run, Number(count)]));
  }

  /** Deletes the labels of a run. */
  async remove(run: string): Promise<void> {
    await this.database.deleteFrom("labels").where("run", "=", run).execute();
  }
}

/** What a person noted about an exchange of a trial, and when. */
interface Note {
  exchange: number;
  author: string;
  notedAt: number;
  text: string;
}

/** Notes on exchanges. They are appended, and deleted with their run. */
export class NoteStore extends StorePart {
  async add({ run, suite, trial }: TrialAddress, { exchange, author, notedAt, text }: Note): Promise<void> {
    const id = randomBytes(8).toString("hex");
    const said = { author: this.redactor.text(author), body: this.redactor.json(text) };
    await this.database
      .insertInto("notes")
      .values({ id, run, suite, trial, exchange, noted_at: notedAt, ...said })
      .execute();
  }

  /** The notes on one trial, oldest first. */
  async of({ run, suite, trial }: TrialAddress): Promise<Note[]> {
    const rows = await this.database
      .selectFrom("notes")
      .select(["exchange", "author", "noted_at", "body"])
      .where(({ and }) => and({ run, suite, trial }))
      .orderBy("noted_at")
      .orderBy("id")
      .execute();
    return rows.map(({ exchange, author, noted_at, body }) => {
      const text = this.database.json<string>(body);
      return { exchange: Number(exchange), author, notedAt: Number(noted_at), text };
    });
  }
}
