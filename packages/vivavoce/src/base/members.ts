/**
 * Things that come and go, such as the trials under way, in the order in which they came. A `Set` makes itself a new table
 * from time to time, and the old one still points to it. V8's quick garbage collection takes what an old object points to
 * for alive, so all that the trials of a run had made would wait for a full collection.
 */
export class Members<T> implements Iterable<T> {
  readonly #members: T[] = [];

  add(member: T): void {
    this.#members.push(member);
  }

  delete(member: T): void {
    const place = this.#members.indexOf(member);
    if (place >= 0) this.#members.splice(place, 1);
  }

  /** Those who are there now, even if some of them leave meanwhile. */
  [Symbol.iterator](): Iterator<T> {
    return [...this.#members].values();
  }
}
