/** Events by time, the earliest first. An event is a number that its owner understands. */
export class EventHeap {
  readonly #times: number[] = [];
  readonly #events: number[] = [];

  get size(): number {
    return this.#times.length;
  }

  add(time: number, event: number): void {
    let at = this.#times.length;
    for (let parent = (at - 1) >> 1; at > 0 && (this.#times[parent] ?? 0) > time; parent = (at - 1) >> 1) {
      this.#put(at, this.#times[parent] ?? 0, this.#events[parent] ?? 0);
      at = parent;
    }
    this.#put(at, time, event);
  }

  /** The earliest event, which is taken out. */
  next(): { time: number; event: number } | undefined {
    const [time] = this.#times;
    const [event] = this.#events;
    if (time === undefined || event === undefined) return undefined;
    const lastTime = this.#times.pop() ?? 0;
    const lastEvent = this.#events.pop() ?? 0;
    if (this.#times.length > 0) this.#sink(lastTime, lastEvent);
    return { time, event };
  }

  #sink(time: number, event: number): void {
    const { length } = this.#times;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child + 1 < length && (this.#times[child + 1] ?? 0) < (this.#times[child] ?? 0)) child += 1;
      if (child >= length || (this.#times[child] ?? 0) >= time) break;
      this.#put(at, this.#times[child] ?? 0, this.#events[child] ?? 0);
      at = child;
    }
    this.#put(at, time, event);
  }

  #put(at: number, time: number, event: number): void {
    this.#times[at] = time;
    this.#events[at] = event;
  }
}
