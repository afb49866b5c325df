import { isBeingPlayed, type RunSign, type Store } from "../store/index.ts";

type RunSigns = ReadonlyMap<string, RunSign>;

interface Listener {
  send(text: string): void;
  end(): void;
  /** The other end's address. */
  from: string;
}

const usualPace = { pollMs: 1_000, heartbeatMs: 15_000 };
/**
 * A browser opens at most six connections to a server. With more tabs than this the oldest stream ends and comes back
 * after a while, so that connections are left for everything else.
 */
const mostStreams = 4;
const retryMs = 3_000;

/** Server-sent events about runs. The store is only looked at while somebody listens. */
export class RunEvents {
  readonly #store: Store;
  readonly #listeners = new Set<Listener>();
  #known: RunSigns = new Map();
  /** The runs that a process is playing: when it is killed, nobody writes that. */
  #live = new Set<string>();
  #polling: NodeJS.Timeout | undefined;
  #beating: NodeJS.Timeout | undefined;

  readonly #pace: typeof usualPace;

  constructor(store: Store, pace: Partial<typeof usualPace> = {}) {
    this.#store = store;
    this.#pace = { ...usualPace, ...pace };
  }

  /** A new stream. A reader who was cut off and comes again with the last event's id is told what it has missed. */
  async stream(from: string, lastId: string | undefined): Promise<ReadableStream<Uint8Array>> {
    if (this.#listeners.size === 0) {
      this.#known = await this.#store.runs.signs(new Map());
      this.#live = liveIn(this.#known);
    }
    const last = Number(lastId ?? Number.NaN);
    const missed = eventsAbout([...this.#known].filter(([, { updatedAt }]) => updatedAt > last));
    let listener: Listener | undefined;
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        const encoder = new TextEncoder();
        listener = {
          from,
          send: (text) => {
            // A tab that does not read, because it sleeps, is ended; it asks again when it wakes up.
            if ((controller.desiredSize ?? 0) < -1_000) this.#end(listener);
            else controller.enqueue(encoder.encode(text));
          },
          end: () => controller.close(),
        };
        listener.send(`retry: ${retryMs}\n\n${missed}`);
        this.#add(listener);
      },
      cancel: () => this.#remove(listener),
    });
  }

  close(): void {
    for (const listener of [...this.#listeners]) this.#end(listener);
  }

  #add(listener: Listener): void {
    this.#listeners.add(listener);
    const own = [...this.#listeners].filter(({ from }) => from === listener.from);
    for (const oldest of own.slice(0, -mostStreams)) this.#end(oldest);
    this.#polling ??= setTimeout(() => this.#poll(), this.#pace.pollMs).unref();
    this.#beating ??= setInterval(() => this.#tell(": \n\n"), this.#pace.heartbeatMs).unref();
  }

  #end(listener: Listener | undefined): void {
    if (!listener || !this.#listeners.has(listener)) return;
    this.#remove(listener);
    listener.end();
  }

  #remove(listener: Listener | undefined): void {
    if (listener) this.#listeners.delete(listener);
    if (this.#listeners.size > 0) return;
    clearTimeout(this.#polling);
    clearInterval(this.#beating);
    this.#polling = this.#beating = undefined;
  }

  #tell(text: string): void {
    if (text !== "") for (const { send } of [...this.#listeners]) send(text);
  }

  async #poll(): Promise<void> {
    try {
      const [before, live] = [this.#known, this.#live];
      this.#known = await this.#store.runs.signs(before);
      this.#live = liveIn(this.#known);
      const left = live.difference(this.#live);
      this.#tell(eventsAbout(changed(before, this.#known, left)));
    } catch {
      // A store that cannot be read now may be readable at the next look; whoever asks for data is told why.
    }
    if (this.#listeners.size > 0) this.#polling = setTimeout(() => this.#poll(), this.#pace.pollMs).unref();
  }
}

function liveIn(known: RunSigns): Set<string> {
  return new Set([...known].flatMap(([id, run]) => (isBeingPlayed(run) ? [id] : [])));
}

/** The runs that were written, played on, left by their process or deleted. */
function changed(before: RunSigns, now: RunSigns, left: ReadonlySet<string>): [string, RunSign][] {
  const written = [...now].filter(([id, { sign }]) => before.get(id)?.sign !== sign || left.has(id));
  return [...written, ...[...before].filter(([id]) => !now.has(id))];
}

/** The id of an event is a time: what comes again after a gap has later ones. */
function eventsAbout(runs: readonly [string, RunSign][]): string {
  const events = runs.map(([id, { updatedAt }]) => ({ type: "run", id, updatedAt }));
  return events.map((event) => `id: ${event.updatedAt}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}
