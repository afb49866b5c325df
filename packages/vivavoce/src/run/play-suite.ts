import { InfrastructureError } from "../base/index.ts";
import type { FailedCall } from "../model/index.ts";
import { type CallRecord, spentOn } from "../shape/index.ts";
import type { PlannedTrial } from "./plan.ts";
import { note, noteCall } from "./progress.ts";
import type { SuitePlayer } from "./run-settings.ts";
import { runSchedule, turns } from "./schedule.ts";
import { type LateTrial, runTrial, type TrialHost } from "./trial/run.ts";
import { Unsynced } from "./unsynced.ts";

/** Plays a suite in this process. */
export const playSuite: SuitePlayer = async (work) => {
  const { suite, late, network, inFlight, run, settings, budget, stopped, isDone, isPlayed, bail } = work;
  const { store, options, redactor, cache, resumption, abort, elsewhere, listener } = settings;
  const { plan } = suite;
  const unsynced = new Unsynced();
  // Without tapes to read, trials begin in their order anyway.
  const nextTurn = plan.mode.kind === "live" ? undefined : turns();
  const servers = new RefusedServers();
  const isApart = options.processes !== undefined || plan.loaded.suite.isolation === "process";
  const onLate = (trial: LateTrial) => void late.push(trial);
  const host: TrialHost = { store, run, plan, options, redactor, cache, abort, network, elsewhere, onLate };
  await runSchedule<PlannedTrial>({
    items: settings.asked ?? work.trials().filter(({ key }) => !isDone(key)),
    concurrency: Math.min(options.concurrency, plan.concurrency ?? options.concurrency),
    stopped: () => unsynced.failed || (!settings.asked && (stopped() || servers.outage !== undefined)),
    work: async (trial) => {
      // The requester waits for a result.
      if (settings.asked && stopped()) return listener?.unplayed?.(trial);
      const address = { run, suite: plan.position, trial: trial.key };
      suite.running += 1;
      const account = budget.begin();
      const turn = nextTurn?.();
      const flight = inFlight.begin(address);
      const manner = {
        turn,
        blame: flight.blame,
        begun: resumption !== undefined,
        played: isPlayed(trial.key),
        apart: isApart || inFlight.isSuspect(address),
        onRecord: (record: CallRecord) => {
          account.add(spentOn(record));
          noteCall(suite, record);
        },
        onSent: () => {
          suite.calls.live += 1;
        },
      };
      try {
        const finished = await runTrial(host, trial, manner);
        if (options.bail && finished.status !== "passed" && finished.status !== "skipped") bail();
        const whenSafe = () => {
          note(suite, finished);
          listener?.finished?.(suite, finished, run);
        };
        const full = unsynced.add(finished.synced, whenSafe, (error) => listener?.unplayed?.(trial, error));
        if (full) await full;
        servers.note(finished.records, finished.failures ?? []);
      } catch (error) {
        listener?.unplayed?.(trial, error);
        // Dropped by the second Ctrl-C, or with the whole run: it has no result and stays pending.
        if (!abort.aborted) throw error;
      } finally {
        suite.running -= 1;
        flight.over();
        account.end();
        turn?.over();
      }
    },
  });
  await unsynced.settled();
  if (servers.outage && suite.tally.pending > 0 && !settings.asked) throw servers.outage;
};

/** How many trials may find nobody at a model's address before the run ends. */
const few = 3;
const nobody = /\b(?:ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)\b/;

/** Ends a run whose model's server refuses every connection: hundreds of cases would try it in vain. */
class RefusedServers {
  readonly #answered = new Set<string>();
  readonly #refused = new Map<string, number>();
  /** Set when a model has answered nobody, and a few trials have found no server. */
  outage: InfrastructureError | undefined;

  note(records: readonly CallRecord[], failures: readonly FailedCall[]): void {
    for (const record of records) if (record.origin === "live") this.#answered.add(modelOf(record));
    const refused = new Map(
      failures.flatMap((call) =>
        call.missing.failure === "network" && nobody.test(call.missing.message) ? [[modelOf(call), call] as const] : [],
      ),
    );
    for (const [model, { missing }] of refused) {
      const trials = (this.#refused.get(model) ?? 0) + 1;
      this.#refused.set(model, trials);
      if (trials < few || this.#answered.has(model)) continue;
      this.outage = new InfrastructureError({
        message: `${missing.message}, in each of the first ${trials} trials that asked it`,
        remedy: "Start the server, or correct its address. Then viva run --resume plays the rest.",
      });
    }
  }
}

function modelOf({ role, label }: Pick<CallRecord, "role" | "label">): string {
  return role === "agent" ? `agent ${label}` : role;
}
