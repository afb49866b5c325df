type Made<Value> = Map<string, { version: unknown; value: Promise<Value> }>;

/** Values made from a store, of each the few that were used last. Everybody who asks at once shares one making. */
export class KeptValues<Value> {
  readonly #most: number;
  readonly #ofStore = new WeakMap<object, Made<Value>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value for this version; made anew, perhaps from the one before, if another version was asked for last. */
  get(
    store: object,
    key: string,
    version: unknown,
    make: (before: Value | undefined) => Promise<Value>,
  ): Promise<Value> {
    const made: Made<Value> = this.#ofStore.get(store) ?? new Map();
    this.#ofStore.set(store, made);
    const known = made.get(key);
    made.delete(key);
    const fresh = known && known.version === version ? known : { version, value: remake(known?.value, make) };
    made.set(key, fresh);
    fresh.value.catch(() => {
      if (made.get(key) === fresh) made.delete(key);
    });
    for (const oldest of [...made.keys()].slice(0, -this.#most)) made.delete(oldest);
    return fresh.value;
  }
}

/** One after the other, so that a making can build on the one before. */
async function remake<Value>(
  before: Promise<Value> | undefined,
  make: (before: Value | undefined) => Promise<Value>,
): Promise<Value> {
  return make(await before?.catch(() => undefined));
}
