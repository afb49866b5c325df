import { sha256 } from "../base/index.ts";
import { type TrialStatus, trialStatuses } from "../shape/index.ts";
import { addressKey } from "./claims.ts";
import type { StoreRecord, TrialAddress } from "./records.ts";
import type { StoredValue, StoredValues } from "./value-store.ts";

/** A score as far as a verdict rests on it. */
type Scored = Pick<StoredValue, "metric" | "status"> & Partial<Pick<StoredValue, "value" | "passed">>;

/**
 * The scores that were written, as this process knows them and not as the store says: an agent that can reach the store's
 * file could turn a failed trial into one that passed.
 */
export class Ledger {
  /** By address, the digest of the status and all scores as they were written last: numbers, which take little memory. */
  readonly #known = new Map<number, number>();
  /** Trials of which only some metrics were scored here: what was written of each. */
  readonly #parts = new Map<number, Map<string, string>>();

  note(trial: StoreRecord<"scored">): void {
    const key = keyOf(trial);
    const scores = trial.scores.map(({ score }) => score as Scored);
    const known = this.#known.get(key);
    if (trial.pass === 1 && (scores.length > 0 || known !== undefined)) {
      // Without scores it is the status alone that changes: the agent went on after its conversation.
      const digest = digestOf(trial.status, scores);
      const isWhole = scores.length > 0 || known === undefined;
      this.#known.set(key, isWhole ? digest : known - (known % 8) + (digest % 8));
      return;
    }
    const parts = this.#parts.get(key) ?? new Map<string, string>();
    parts.set("", trial.status);
    for (const score of scores) parts.set(score.metric, lineOf(score));
    this.#parts.set(key, parts);
    this.#known.delete(key);
  }

  /** What another process knows of a trial that it has played. */
  vouch(address: TrialAddress, digest: number): void {
    this.#known.set(keyOf(address), digest);
  }

  /** The digest of a trial that was scored here; undefined if only a part of it was. */
  digest(address: TrialAddress): number | undefined {
    return this.#known.get(keyOf(address));
  }

  /** Whether the store still says of a trial what was written. */
  compare(
    address: Omit<TrialAddress, "trial">,
    { trial, status, scores }: StoredValues,
  ): "same" | "changed" | "unknown" {
    const key = keyOf({ ...address, trial });
    const known = this.#known.get(key);
    if (known !== undefined) return known === digestOf(status, scores) ? "same" : "changed";
    const parts = this.#parts.get(key);
    // What was played and not scored decides nothing.
    if (!parts) return status === undefined ? "same" : "unknown";
    const now = new Map(scores.map((score) => [score.metric, lineOf(score)])).set("", status ?? "");
    return [...parts].every(([metric, line]) => now.get(metric) === line) ? "same" : "changed";
  }
}

/** A digest of a trial: of its scores, and in the last three bits its status. */
export function digestOf(status: TrialStatus | undefined, scores: readonly Scored[]): number {
  const lines = scores.map((score) => `${score.metric}\n${lineOf(score)}`).sort();
  return digestOfText(lines.join("\n")) * 8 + (status === undefined ? 7 : trialStatuses.indexOf(status));
}

/** Most trials of a run have the scores of many others. */
const digests = new Map<string, number>();

function digestOfText(text: string): number {
  // 48 bits of a hash.
  const known = digests.get(text) ?? Number.parseInt(sha256(text).slice(0, 12), 16);
  if (digests.size < 1_000) digests.set(text, known);
  return known;
}

/** 53 bits that stand for an address, which takes less memory than the text. Nobody but this process uses them. */
function keyOf(address: TrialAddress): number {
  const text = addressKey(address);
  let [high, low] = [0x9e3779b9, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    high = Math.imul(high ^ code, 0x9e3779b1);
    low = Math.imul(low ^ code, 0x5f356495);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  return 0x100000000 * (high & 0x1fffff) + (low >>> 0);
}

function lineOf({ status, value, passed }: Scored): string {
  return status === "scored" ? `${status} ${value} ${passed}` : status;
}
