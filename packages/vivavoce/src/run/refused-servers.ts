import { InfrastructureError } from "../base/index.ts";
import type { FailedCall } from "../model/index.ts";
import type { CallRecord } from "../shape/index.ts";

/** How many trials may find nobody at a model's address before the run ends. */
const few = 3;
const nobody = /\b(?:ECONNREFUSED|ENOTFOUND|EHOSTUNREACH|ENETUNREACH)\b/;

/** Ends a run whose model's server refuses every connection: hundreds of cases would try it in vain. */
export class RefusedServers {
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
