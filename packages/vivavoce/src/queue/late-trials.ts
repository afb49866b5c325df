import type { LateTrial } from "../run/index.ts";
import type { Store } from "../store/index.ts";

interface LateSettings {
  store: Store;
  late(complaint: string, status: "failed" | "errored"): void;
  vouch(): Promise<void>;
}

/** What an agent does after its conversation is in no transcript, so the trial cannot pass. */
export class LateTrials {
  readonly #settings: LateSettings;
  readonly #waiting: LateTrial[] = [];
  #isSafe = false;

  constructor(settings: LateSettings) {
    this.#settings = settings;
  }

  /** Written after the trial's own result, which it replaces. */
  add(late: LateTrial): void {
    if (!this.#isSafe) this.#waiting.push(late);
    // If the run is over by now, its result stands.
    else this.#fail(late).catch(() => {});
  }

  async failAll(): Promise<void> {
    this.#isSafe = true;
    for (const late of this.#waiting) await this.#fail(late);
  }

  async #fail({ complaint, tape, ...scored }: LateTrial): Promise<void> {
    this.#settings.late(complaint, scored.status);
    await tape();
    await this.#settings.store.write({ type: "scored", ...scored, scores: [], pass: 1 });
    await this.#settings.vouch();
  }
}
