import type { Kysely, Selectable, Transaction, Updateable } from "kysely";
import { didYouMean, hashOf, InputError } from "../base/index.ts";
import type { RunDecision, RunHeader, StoredRun, StoredSuite, SuiteHeader } from "../shape/index.ts";
import { newClaim, ownerOf } from "./claims.ts";
import { type RunSign, runSigns } from "./run-signs.ts";
import type { Tables } from "./schema.ts";
import { inParts, StorePart } from "./store-database.ts";

interface NewRun {
  id: string;
  header: RunHeader;
  suites: readonly StoredSuite[];
  at: number;
  finishedAt: number | null;
  claim: string | null;
}

/** A decision as it was made. Earlier versions kept no digest. */
function unlessRewritten({ digest, ...decision }: RunDecision & { digest?: string }): Partial<StoredRun> {
  return digest === undefined || digest === hashOf(decision) ? { decision } : { rewritten: true };
}

/** Runs, without their trials. */
export class RunStore extends StorePart {
  /** Writes the run and its suites before the first trial is played, and claims the run for this store. */
  async create({ owner, ...run }: Pick<NewRun, "id" | "header" | "suites" | "at"> & { owner: string }): Promise<void> {
    const { claim } = newClaim(run.id, owner);
    await this.database.atomically((transaction) => this.insert(transaction, { ...run, finishedAt: null, claim }));
    this.claims.hold({ run: run.id, claim });
  }

  /** @internal The rows of a run and its suites. */
  async insert(transaction: Transaction<Tables>, { id, header, suites, at, finishedAt, claim }: NewRun): Promise<void> {
    const times = { created_at: at, updated_at: at, finished_at: finishedAt };
    const row = { id, ...times, owner: claim, header: this.#json(header), decision: null };
    await transaction.insertInto("runs").values(row).execute();
    const rows = suites.map((suite) => {
      const { position, name, planned } = suite;
      return { run: id, position, name, planned, header: this.#json(suite.header) };
    });
    await transaction.insertInto("run_suites").values(rows).execute();
  }

  /**
   * Takes a run for a process, unless another one is playing it: in one step, so that only one process gets it. `changes`:
   * of its header, which workers read as soon as it has an owner.
   */
  async claim(
    id: string,
    owner: string,
    isFree: (run: Pick<StoredRun, "owner" | "updatedAt">) => boolean,
    changes?: Partial<RunHeader>,
  ) {
    const claim = newClaim(id, owner);
    const taken = await this.database.atomically(async (transaction) => {
      const row = await transaction.selectFrom("runs").selectAll().where("id", "=", id).executeTakeFirst();
      if (!row || !isFree({ owner: ownerOf(row.owner), updatedAt: Number(row.updated_at) })) return false;
      const header = () => this.#json({ ...this.database.json<RunHeader>(row.header), ...changes });
      // Where others can write between the two statements, the row is taken only as it was seen.
      const { numUpdatedRows } = await transaction
        .updateTable("runs")
        .set({ owner: claim.claim, updated_at: Date.now(), ...(changes ? { header: header() } : {}) })
        .where("id", "=", id)
        .where("owner", row.owner === null ? "is" : "=", row.owner)
        .where("updated_at", "=", row.updated_at)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows > 0n) await endTrialClaims(transaction, id);
      return numUpdatedRows > 0n;
    });
    if (taken) this.claims.hold(claim);
    return taken;
  }

  /** Resumes a claimed run, with suites whose cases may have changed. */
  reopen(id: string, suites: readonly StoredSuite[]): Promise<void> {
    return this.#change(id, { finished_at: null }, suites);
  }

  /** Updates the facts of a run's suites, such as the metrics of its newest scores. */
  describe(id: string, suites: readonly StoredSuite[]): Promise<void> {
    return this.#change(id, {}, suites);
  }

  /** Everything planned so far is done, but more may come: the run is complete, and this process keeps it. */
  settle(id: string, suites: readonly StoredSuite[]): Promise<void> {
    return this.#change(id, { finished_at: Date.now() }, suites);
  }

  /** A sign of life. */
  touch(id: string): Promise<void> {
    return this.#change(id, {});
  }

  /** Releases the run; `finished` if nothing is pending. */
  release(id: string, finished: boolean): Promise<void> {
    return this.#change(id, { owner: null, finished_at: finished ? Date.now() : null });
  }

  #change(id: string, changes: Updateable<Tables["runs"]>, suites: readonly StoredSuite[] = []): Promise<void> {
    return this.change([id], async (transaction) => {
      if (Object.keys(changes).length > 0)
        await transaction.updateTable("runs").set(changes).where("id", "=", id).execute();
      if (changes.owner === null) await endTrialClaims(transaction, id);
      for (const { position, planned, header } of suites)
        await transaction
          .updateTable("run_suites")
          .set({ planned, header: this.#json(header) })
          .where(({ and }) => and({ run: id, position }))
          .execute();
    });
  }

  /** Keeps the decision on a run that nobody writes. If somebody does by now, that process decides it. */
  async keepDecision({ id }: Pick<StoredRun, "id">, decision: RunDecision): Promise<void> {
    const kept = JSON.parse(this.#json(decision)) as RunDecision;
    await this.database
      .updateTable("runs")
      .set({ decision: JSON.stringify({ ...kept, digest: hashOf(kept) }) })
      .where("id", "=", id)
      .where("owner", "is", null)
      .execute();
  }

  /** Newest first. */
  async list(limit = 1000): Promise<StoredRun[]> {
    const rows = await this.database
      .selectFrom("runs")
      .selectAll()
      .orderBy("created_at", "desc")
      .limit(limit)
      .execute();
    return this.#withSuites(rows);
  }

  /** Who plays a run, and the last sign of life; undefined if the run was deleted. */
  async pulse(id: string): Promise<Pick<StoredRun, "owner" | "updatedAt"> | undefined> {
    const query = this.database.selectFrom("runs").select(["owner", "updated_at"]).where("id", "=", id);
    const row = await query.executeTakeFirst();
    return row && { owner: ownerOf(row.owner), updatedAt: Number(row.updated_at) };
  }

  /** When the trials of a run that were played last were over. */
  async playedLast(run: string, most: number): Promise<number[]> {
    const query = this.database.selectFrom("trials").select("played_at").where("run", "=", run);
    const rows = await query.orderBy("played_at", "desc").limit(most).execute();
    return rows.map((row) => Number(row.played_at));
  }

  /** A sign of each run that changes with it; `before` is what was returned the last time. */
  signs(before: ReadonlyMap<string, RunSign>): Promise<Map<string, RunSign>> {
    return runSigns(this.database, before);
  }

  /** The run whose id begins with this, or the newest for "latest". Throws for ambiguous and unknown ids. */
  async find(prefix: string): Promise<StoredRun> {
    if (prefix.trim() === "") {
      // Every id begins with an empty text.
      throw new InputError({ message: "no run was named", remedy: "Give a run's id, the beginning of it, or latest." });
    }
    const query = this.database.selectFrom("runs").selectAll().orderBy("created_at", "desc");
    // The whole id is what a page asks for, again and again: it must not read every run.
    const whole = await query.where("id", "=", prefix).executeTakeFirst();
    const others = async () =>
      prefix === "latest"
        ? query.limit(1).execute()
        : (await query.execute()).filter((other) => other.id.startsWith(prefix));
    const rows = whole ? [whole] : await others();
    const [row, second] = rows;
    if (!row) {
      throw new InputError(
        prefix === "latest"
          ? { message: "there is no run latest: the store has no runs yet", remedy: "`viva run` makes one." }
          : {
              message: `there is no run ${prefix}`,
              remedy: didYouMean(prefix, ["latest"], "`viva list` shows the runs."),
            },
      );
    }
    if (second) {
      const ids = rows.slice(0, 5).map(({ id }) => id);
      throw new InputError({
        message: `${prefix} begins several ids: ${ids.join(", ")}`,
        remedy: "Give more of the id.",
      });
    }
    const [found] = await this.#withSuites([row]);
    return found as StoredRun;
  }

  /** Deletes a run with all that belongs to it. */
  async remove(id: string): Promise<void> {
    await this.database.deleteFrom("runs").where("id", "=", id).execute();
  }

  /** Asks for the suites of many runs at once: a server may be far away. */
  async #withSuites(rows: readonly Selectable<Tables["runs"]>[]): Promise<StoredRun[]> {
    const suites = new Map<string, StoredSuite[]>(rows.map(({ id }) => [id, []]));
    for (const ids of inParts([...suites.keys()], 500)) {
      const found = await this.database
        .selectFrom("run_suites")
        .selectAll()
        .where("run", "in", ids)
        .orderBy("run")
        .orderBy("position")
        .execute();
      for (const { run, position, name, planned, header } of found)
        suites.get(run)?.push({ position, name, planned, header: this.database.json<SuiteHeader>(header) });
    }
    return rows.map((row) => ({
      id: row.id,
      createdAt: Number(row.created_at),
      updatedAt: Number(row.updated_at),
      finishedAt: row.finished_at === null ? undefined : Number(row.finished_at),
      owner: ownerOf(row.owner),
      header: this.database.json<RunHeader>(row.header),
      suites: suites.get(row.id) ?? [],
      ...(row.decision === null ? {} : unlessRewritten(this.database.json(row.decision))),
    }));
  }

  #json(value: unknown): string {
    return this.redactor.json(value);
  }
}

/** From now on no worker can write a trial of this run: it is over, or somebody else plays it. */
async function endTrialClaims(database: Kysely<Tables>, run: string): Promise<void> {
  await database.updateTable("trial_claims").set({ claim: "" }).where("run", "=", run).execute();
}
