import type { CallRecord, TrialStatus } from "../shape/index.ts";
import type { TrialAddress } from "./records.ts";
import { StorePart } from "./store-database.ts";

/** The journal: model calls, what they cost, and how far those who make them are. */
export class CallStore extends StorePart {
  /** The calls of one trial and one scoring of it, in the order they were answered; a repeated call counts once. */
  async of({ run, suite, trial }: TrialAddress, pass = 1): Promise<CallRecord[]> {
    const rows = await this.database
      .selectFrom("calls")
      .select("body")
      .where(({ and }) => and({ run, suite, trial, pass }))
      .orderBy("sequence")
      .execute();
    const newest = new Map<string, CallRecord>();
    for (const { body } of rows) {
      const record = this.database.json<CallRecord>(body);
      // After an attempt with another question, the journal holds two answers at one place: the later one is valid.
      const place = JSON.stringify([record.role, record.label, record.index]);
      newest.delete(place);
      newest.set(place, record);
    }
    return [...newest.values()];
  }

  /** The newest scoring of some trials that asked a judge; trials without calls are left out. */
  async newestPasses(run: string, suite: number, trials: readonly string[]): Promise<Map<string, number>> {
    const rows = await this.database
      .selectFrom("calls")
      .select(({ fn }) => ["trial", fn.max("pass").as("pass")])
      .where(({ and }) => and({ run, suite }))
      .where("trial", "in", [...trials])
      .groupBy("trial")
      .execute();
    return new Map(rows.map(({ trial, pass }) => [trial, Number(pass)]));
  }

  /** How far a suite is, whoever plays it. `except`: the key of calls that belong to no trial. */
  async standing(run: string, suite: number, except: string) {
    const trials = await this.database
      .selectFrom("trials")
      .select(({ fn }) => ["status", fn.countAll<number>().as("count"), fn.sum<number>("model_calls").as("calls")])
      .where(({ and }) => and({ run, suite }))
      .where("status", "is not", null)
      .groupBy("status")
      .execute();
    const asked = await this.database
      .selectFrom("calls")
      .select(({ fn }) => ["cached", fn.countAll<number>().as("calls"), fn.sum<number | null>("cost").as("cost")])
      .where(({ and }) => and({ run, suite }))
      .where("trial", "!=", except)
      .groupBy("cached")
      .execute();
    const of = (cached: 0 | 1) => {
      const { calls = 0, cost = null } = asked.find((row) => Number(row.cached) === cached) ?? {};
      return { calls: Number(calls), cost: cost === null ? undefined : Number(cost) };
    };
    const { calls, cost: saved } = of(1);
    return {
      /** How many trials have each status. */
      statuses: Object.fromEntries(trials.map(({ status, count }) => [status, Number(count)])) as Partial<
        Record<TrialStatus, number>
      >,
      /** The model calls in its conversations. */
      conversationCalls: trials.reduce((sum, row) => sum + Number(row.calls), 0),
      /** All answered calls that are in the journal: a replay journals none. No cost: none of them has a known one. */
      ...of(0),
      /** The calls besides that were answered from a cache, and what their answers cost when they were given. */
      cached: calls === 0 ? undefined : { calls, saved },
    };
  }

  /** The cost of a run's calls so far; calls of unknown cost count 0, and so do answers from the cache. */
  async spent(run: string): Promise<number> {
    const { cost } = await this.database
      .selectFrom("calls")
      .select(({ fn }) => fn.sum<number | null>("cost").as("cost"))
      .where(({ and }) => and({ run, cached: 0 }))
      .executeTakeFirstOrThrow();
    return Number(cost ?? 0);
  }
}
