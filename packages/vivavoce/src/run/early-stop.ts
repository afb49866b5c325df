import { decide, rankOf, unitOf } from "../gate/index.ts";
import { decideAgainst, type Reference, readSuite } from "../results/index.ts";
import type { StoredRun } from "../shape/index.ts";
import type { Store } from "../store/index.ts";
import { narrowedTo, type PlannedTrial, plannedTrials, type SuitePlan } from "./plan.ts";
import type { SuiteProgress } from "./progress.ts";
import type { Resumption } from "./resume.ts";
import { suiteHeader } from "./suite-header.ts";

interface EarlyRun {
  store: Store;
  root: string;
  run: StoredRun;
  resumed: Resumption["suites"][number] | undefined;
  reference?: Reference | undefined;
  /** So many trials may be begun and not finished. If it is more than are under way, slow trials never wait for a round's end. */
  ahead(): number;
}

/** Cases that are played together: a cluster or a single case, with all variants and repeats. */
interface Unit {
  name: string;
  trials: PlannedTrial[];
}

/** A look reads all finished trials, so the next one waits until there are this much more of them. */
const spacing = 0.1;

/**
 * Plays a suite in random order, and stops when the finished part decides the whole. A unit that was begun is always
 * finished, so that quick trials have no better chance to count than slow ones.
 */
export class EarlyStop {
  readonly #suite: SuiteProgress;
  readonly #around: EarlyRun;
  readonly #units: readonly Unit[];
  readonly #begun = new Set<string>();
  #done: ReadonlySet<string>;
  #rounds = 0;
  #isDecided = false;
  #looking: Promise<void> | undefined;
  #lookedAt = { finished: 0, failed: 0 };
  #failure: { error: unknown } | undefined;

  constructor(suite: SuiteProgress, around: EarlyRun) {
    this.#suite = suite;
    this.#around = around;
    this.#units = unitsInOrder(suite.plan);
    const { done = new Map(), played = new Set() } = around.resumed ?? {};
    this.#done = new Set(done.keys());
    // Whatever comes before such a unit in the order counts as begun too, be it new or spoiled by an outage: without it the
    // rest would not be a random sample.
    const last = this.#units.findLastIndex(({ trials }) => trials.some(({ key }) => done.has(key) || played.has(key)));
    for (const { name } of this.#units.slice(0, last + 1)) this.#begun.add(name);
  }

  /**
   * The trials of a round: of all units that were begun, then of others in their random order, until a look has decided or
   * too many would be played that no look has seen. May be asked for again.
   */
  *trials(): Generator<PlannedTrial> {
    let begun = 0;
    for (const { name, trials } of this.#units) {
      if (!this.#begun.has(name)) continue;
      begun += trials.length;
      yield* trials;
    }
    for (const { name, trials } of this.#units) {
      if (this.#begun.has(name)) continue;
      this.#lookIfDue();
      const { planned, pending } = this.#suite.tally;
      const finished = planned - pending;
      if (this.#isDecided || this.#failure || begun - finished > this.#around.ahead() + spacing * finished) return;
      this.#begun.add(name);
      begun += trials.length;
      yield* trials;
    }
  }

  isDone(key: string): boolean {
    return this.#done.has(key);
  }

  /**
   * Whether there is something left to play. Asked between rounds, when nothing is under way: a look in the middle of a
   * round has not seen the trials that were under way then, and with them it may be undecided again.
   */
  async isOpen(): Promise<boolean> {
    await this.#looking;
    if (this.#failure) throw this.#failure.error;
    if (this.#rounds++ > 0) this.#done = await this.#finished();
    const isCut = this.#units.some(
      ({ name, trials }) => this.#begun.has(name) && !this.#isFinished(trials, this.#done),
    );
    // If a round leaves begun units unfinished, the run was stopped for another reason.
    if (isCut) return this.#rounds === 1;
    if (this.#begun.size === 0) return true;
    await this.#look();
    return !this.#isDecided && this.#begun.size < this.#units.length;
  }

  /** The suite without the units that were not needed; undefined if everything was played, or if nothing is decided. */
  stopped(): SuitePlan | undefined {
    if (!this.#isDecided || this.#begun.size === this.#units.length) return undefined;
    const begun = this.#units.filter(({ name }) => this.#begun.has(name));
    if (begun.some(({ trials }) => !this.#isFinished(trials, this.#done))) return undefined;
    return narrowedTo(this.#suite.plan, keysOf(begun));
  }

  #isFinished(trials: readonly PlannedTrial[], done: ReadonlySet<string>): boolean {
    return trials.every(({ key }) => done.has(key));
  }

  #lookIfDue(): void {
    const { planned, pending, failed } = this.#suite.tally;
    const finished = planned - pending;
    const isDue = finished > 0 && finished >= Math.ceil(this.#lookedAt.finished * (1 + spacing));
    if (this.#looking || !(isDue || failed > this.#lookedAt.failed) || finished === this.#lookedAt.finished) return;
    this.#lookedAt = { finished, failed };
    this.#looking = this.#look()
      .catch((error: unknown) => {
        this.#failure = { error };
      })
      .finally(() => {
        this.#looking = undefined;
      });
  }

  /** Decides on the units that are finished by now, as if the run had ended with them. */
  async #look(): Promise<void> {
    const { store, root, run, reference } = this.#around;
    const { plan } = this.#suite;
    const done = await this.#finished();
    const units = this.#units.filter(({ name, trials }) => this.#begun.has(name) && this.#isFinished(trials, done));
    if (units.length === 0) return;
    const keys = keysOf(units);
    const suite = suiteHeader(narrowedTo(plan, keys), root);
    const { summaries, variants } = await readSuite(store, run, suite, ({ trial }) => keys.has(trial));
    const own = decide(summaries, plan.gate);
    const deciding = reference && { reference, policy: plan.gate, suite: suite.name };
    const { verdict } = deciding ? decideAgainst(variants, own, deciding) : own;
    this.#isDecided = verdict === "pass" || verdict === "fail";
  }

  async #finished(): Promise<Set<string>> {
    const { store, run } = this.#around;
    const keys = new Set<string>();
    for await (const { trial, status } of store.trials.summaries(run.id, this.#suite.plan.position))
      if (status !== undefined) keys.add(trial);
    return keys;
  }
}

function keysOf(units: readonly Unit[]): Set<string> {
  return new Set(units.flatMap(({ trials }) => trials.map(({ key }) => key)));
}

function unitsInOrder(plan: SuitePlan): Unit[] {
  const units = new Map<string, Unit & { rank: string }>();
  const seed = plan.variants[0]?.early?.seed ?? 0;
  for (const trial of plannedTrials(plan)) {
    const name = unitOf({ caseId: trial.caseId, cluster: plan.clusters?.get(trial.caseId) });
    const unit = units.get(name) ?? { name, trials: [], rank: rankOf(name, { seed }) };
    unit.trials.push(trial);
    units.set(name, unit);
  }
  return [...units.values()].sort((a, b) => (a.rank < b.rank ? -1 : 1));
}
