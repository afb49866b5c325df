import { sha256 } from "../base/index.ts";
import { addressKey } from "./claims.ts";
import type { ScoredTrial, TrialAddress } from "./records.ts";
import type { StoredValues } from "./value-store.ts";

/** A score as far as a verdict rests on it. */
interface Scored {
  metric: string;
  status: string;
  value?: number | undefined;
  passed?: boolean | undefined;
}

/**
 * The scores that were written, as this process knows them and not as the store says: an agent that can reach the store's
 * file could turn a failed trial into one that passed.
 */
export class Ledger {
  /** By address: a digest of the status and all scores, as they were written last. */
  readonly #known = new Map<string, string>();
  /** Trials of which only some metrics were scored here: what was written of each. */
  readonly #parts = new Map<string, Map<string, string>>();

  note(trial: ScoredTrial): void {
    const key = addressKey(trial);
    const scores = trial.scores.map(({ score }) => score as Scored);
    const known = this.#known.get(key);
    if (trial.pass === 1 && (scores.length > 0 || known !== undefined)) {
      // Without scores it is the status alone that changes: the agent went on after its conversation.
      const [, before = ""] = known?.split(" ") ?? [];
      this.#known.set(key, scores.length > 0 ? digestOf(trial.status, scores) : `${trial.status} ${before}`);
      return;
    }
    const parts = this.#parts.get(key) ?? new Map<string, string>();
    parts.set("", trial.status);
    for (const score of scores) parts.set(score.metric, lineOf(score));
    this.#parts.set(key, parts);
    this.#known.delete(key);
  }

  /** What another process knows of a trial that it has played. */
  vouch(address: TrialAddress, digest: string): void {
    this.#known.set(addressKey(address), digest);
  }

  /** The digest of a trial that was scored here; undefined if only a part of it was. */
  digest(address: TrialAddress): string | undefined {
    return this.#known.get(addressKey(address));
  }

  /** Whether the store still says of a trial what was written. */
  compare(
    address: Omit<TrialAddress, "trial">,
    { trial, status, scores }: StoredValues,
  ): "same" | "changed" | "unknown" {
    const key = addressKey({ ...address, trial });
    const known = this.#known.get(key);
    if (known !== undefined) return known === digestOf(status, scores) ? "same" : "changed";
    const parts = this.#parts.get(key);
    // What was played and not scored decides nothing.
    if (!parts) return status === undefined ? "same" : "unknown";
    const now = new Map(scores.map((score) => [score.metric, lineOf(score)])).set("", status ?? "");
    return [...parts].every(([metric, line]) => now.get(metric) === line) ? "same" : "changed";
  }
}

/** A digest of a trial as it is in the store. */
export function digestOf(status: string | undefined, scores: readonly Scored[]): string {
  const lines = scores.map((score) => `${score.metric}\n${lineOf(score)}`).sort();
  return `${status} ${sha256(lines.join("\n")).slice(0, 24)}`;
}

function lineOf({ status, value, passed }: Scored): string {
  return status === "scored" ? `${status} ${value} ${passed}` : status;
}
