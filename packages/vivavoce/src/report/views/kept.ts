/** Values made from something that changes, the few that were used last. Everybody who asks at once shares one making. */
export class Kept<Value> {
  readonly #most: number;
  readonly #made = new Map<string, { version: number; value: Promise<Value> }>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The value for this version; made anew, perhaps from the one before, if another version was asked for last. */
  get(key: string, version: number, make: (before: Value | undefined) => Promise<Value>): Promise<Value> {
    const known = this.#made.get(key);
    this.#made.delete(key);
    const fresh = known && known.version === version ? known : { version, value: remake(known?.value, make) };
    this.#made.set(key, fresh);
    fresh.value.catch(() => {
      if (this.#made.get(key) === fresh) this.#made.delete(key);
    });
    for (const oldest of [...this.#made.keys()].slice(0, -this.#most)) this.#made.delete(oldest);
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
