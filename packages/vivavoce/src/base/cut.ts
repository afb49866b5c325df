/** As much of an AbortSignal as Viva's own code needs. A real one can stand in its place. */
export interface CutSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: "abort", listener: () => void, options?: { once: true }): void;
  removeEventListener(type: "abort", listener: () => void): void;
}

/** An AbortController for what is hardly ever aborted: making a real one costs more than a short exchange. */
export class Cut implements CutSignal {
  aborted = false;
  reason: unknown = undefined;
  #listeners: Set<() => void> | undefined;

  get signal(): CutSignal {
    return this;
  }

  abort(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    const listeners = [...(this.#listeners ?? [])];
    this.#listeners = undefined;
    for (const listener of listeners) listener();
  }

  addEventListener(_type: "abort", listener: () => void): void {
    this.#listeners ??= new Set();
    this.#listeners.add(listener);
  }

  removeEventListener(_type: "abort", listener: () => void): void {
    this.#listeners?.delete(listener);
  }
}

/** Those who follow a signal, at places that are free again when they end: a `Set` would keep them, see `Members`. */
const followers = new WeakMap<AbortSignal, { all: (AbortController | undefined)[]; free: number[] }>();

/**
 * A signal of one's own that is aborted with another one, until it `ends`. To leave the list of listeners of one signal
 * takes the longer the more there are: with a thousand trials at once, a tenth of all the time.
 */
export function followAbort(signal: AbortSignal): { signal: AbortSignal; end(): void } {
  const own = new AbortController();
  if (signal.aborted) own.abort(signal.reason);
  const known = followers.get(signal);
  const { all, free } = known ?? { all: [], free: [] };
  if (!known) {
    followers.set(signal, { all, free });
    signal.addEventListener("abort", () => all.forEach((one) => void one?.abort(signal.reason)), { once: true });
  }
  const place = free.pop() ?? all.length;
  all[place] = own;
  const end = () => {
    all[place] = undefined;
    free.push(place);
  };
  return { signal: own.signal, end };
}
