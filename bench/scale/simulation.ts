// A part of a run on a queue, event by event: who waits for what, and for how long.
import { mulberry32 } from "../../packages/vivavoce/src/base/random.ts";
import { EventHeap } from "./event-heap.ts";

export interface Scenario {
  trials: number;
  /** How long a trial waits for models and tools where nothing holds it up. */
  trialSeconds: number;
  calls: number;
  /** Tokens of a call, sent and received. */
  tokens: number;
  /** The limits of a model over all workers together. Infinity: none. */
  requestsPerMinute: number;
  tokensPerMinute: number;
  workers: number;
  /** Trials that a worker plays at a time. */
  concurrency: number;
  databaseCores: number;
  /** How often each worker dies in an hour, and how long it is away then. */
  deathsPerHour: number;
  restartSeconds: number;
  seed: number;
}

/** What a trial takes of each part, in seconds of a processor; `overhead` is waiting. */
export interface Costs {
  worker: number;
  planner: number;
  redis: number;
  database: number;
  overhead: number;
  /** A look at the store when so many trials are done. */
  look(done: number): number;
}

export const parts = ["models' limits", "PostgreSQL", "Redis", "workers' processors", "places of workers"] as const;
export type Part = (typeof parts)[number];

/** How a run goes on from a place in it. */
export interface Course {
  perSecond: number;
  /** The share of its time in which each part is in use. */
  use: Record<Part, number>;
  /** The share of their time in which living workers had no trial to play. */
  starved: number;
  /** Of all trials that were begun, the share that was begun again because a worker died. */
  again: number;
}

/** How `viva run --queue` feeds the queue; see queue/queue-player.ts and queue/redis-queue.ts. */
const pause = 0.1;
const mostWaiting = 1_000;
const restAfterLook = 10;
/** How long until others get the trials of a worker that died. */
const noticed = 11.5;

const [step, feed, death, comesBack] = [-1, -2, -3, -4];
const firstReturn = -10;

type Stage = "idle" | "gone" | "claims" | "computes" | "asks" | "commits" | "ends";

/** One server, or several that share their work, and whoever comes waits until it is free. */
class Station {
  busy = 0;
  #free = 0;
  readonly #service: number;

  constructor(service: number) {
    this.#service = service;
  }

  /** When the work is done that comes now. */
  serve(now: number, share = 1): number {
    this.busy += this.#service * share;
    this.#free = Math.max(now, this.#free) + this.#service * share;
    return this.#free;
  }

  /** When whoever asks now may go on: the first at once. */
  admit(now: number): number {
    const at = Math.max(now, this.#free);
    this.#free = at + this.#service;
    this.busy += this.#service;
    return at;
  }
}

/** Simulates a run from where `done` trials are over until `count` more are. */
export function simulate(scenario: Scenario, costs: Costs, done: number, count: number): Course {
  return new Simulation(scenario, costs, done).until(count);
}

class Simulation {
  readonly #scenario: Scenario;
  readonly #costs: Costs;
  readonly #done: number;
  readonly #random: () => number;
  readonly #events = new EventHeap();
  readonly #limits: Station;
  readonly #database: Station;
  readonly #redis: Station;
  readonly #processors: Station[];
  readonly #stages: Stage[];
  /** Calls that the trial at this place has still to make. */
  readonly #left: number[];
  readonly #since: number[];
  /** Counts the lives of a place: events of an earlier life are void. */
  readonly #lives: number[];
  /** Trials of dead workers, by the calls that they have still to make. Answers in the journal are not asked for again. */
  readonly #lost: number[] = [];
  readonly #returned: number[] = [];
  readonly #idle: number[] = [];
  #waiting = 0;
  #counted = 0;
  #nextLook = 0;
  #lookedAt = -1;
  #finished = 0;
  /** Trials and parts of trials: places that began together end together, so whole ones come in waves. */
  #progress = 0;
  #begun = 0;
  #again = 0;
  #occupied = 0;
  #starved = 0;

  constructor(scenario: Scenario, costs: Costs, done: number) {
    const { workers, concurrency, requestsPerMinute, tokensPerMinute, tokens, calls, databaseCores, seed } = scenario;
    this.#scenario = scenario;
    this.#costs = costs;
    this.#done = done;
    this.#random = mulberry32(seed);
    this.#limits = new Station(Math.max(60 / requestsPerMinute, (60 * tokens) / tokensPerMinute));
    this.#database = new Station(costs.database / databaseCores);
    this.#redis = new Station(costs.redis);
    this.#processors = Array.from({ length: workers }, () => new Station(costs.worker / (calls + 1)));
    const places = workers * concurrency;
    this.#stages = Array.from({ length: places }, () => "idle");
    this.#left = new Array(places).fill(0);
    this.#since = new Array(places).fill(0);
    this.#lives = new Array(places).fill(0);
    this.#idle = Array.from({ length: places }, (_, place) => place);
    this.#events.add(0, step);
    this.#planDeath(0);
  }

  until(count: number): Course {
    // The beginning, in which all begin at once, is not looked at.
    const from = Math.floor(count * 0.25);
    let before: ReturnType<Simulation["taken"]> | undefined;
    for (let next = this.#events.next(); next; next = this.#events.next()) {
      this.#happen(next.time, next.event);
      // From the beginning of a look at the store to that of another one, because what is between them is the same.
      if (next.event !== step || this.#lookedAt !== next.time) continue;
      if (before && this.#finished >= count) return this.#course(before, this.taken(next.time));
      if (this.#finished >= from) before ??= this.taken(next.time);
    }
    throw new Error("nothing happens any more: this is a fault of the simulation");
  }

  /** What every part has worked until now. */
  taken(time: number) {
    return {
      time,
      progress: this.#progress,
      limits: this.#limits.busy,
      database: this.#database.busy,
      redis: this.#redis.busy,
      processors: this.#processors.reduce((sum, { busy }) => sum + busy, 0),
      occupied: this.#occupied,
      starved: this.#starved,
    };
  }

  #course(from: ReturnType<Simulation["taken"]>, to: ReturnType<Simulation["taken"]>): Course {
    const seconds = to.time - from.time;
    const { workers } = this.#scenario;
    return {
      perSecond: (to.progress - from.progress) / seconds,
      use: {
        "models' limits": (to.limits - from.limits) / seconds,
        PostgreSQL: (to.database - from.database) / seconds,
        Redis: (to.redis - from.redis) / seconds,
        "workers' processors": (to.processors - from.processors) / seconds / workers,
        "places of workers": (to.occupied - from.occupied) / seconds / this.#stages.length,
      },
      starved: (to.starved - from.starved) / seconds / this.#stages.length,
      again: this.#again / this.#begun,
    };
  }

  #happen(now: number, event: number): void {
    const places = this.#stages.length;
    if (event >= 0) {
      const place = event % places;
      if (this.#lives[place] === Math.floor(event / places)) this.#goOn(now, place);
    } else if (event === step) this.#look(now);
    else if (event === feed) this.#feed(now);
    else if (event === death) this.#die(now);
    else if (event === comesBack) this.#giveBack(now);
    else this.#restart(now, firstReturn - event);
  }

  #at(time: number, place: number, stage: Stage): void {
    this.#stages[place] = stage;
    this.#events.add(time, (this.#lives[place] ?? 0) * this.#stages.length + place);
  }

  /** A place is through with what its stage says. */
  #goOn(now: number, place: number): void {
    const { calls, trialSeconds, concurrency } = this.#scenario;
    const { overhead } = this.#costs;
    const stage = this.#stages[place];
    const left = this.#left[place] ?? 0;
    const processor = this.#processors[Math.floor(place / concurrency)];
    if (stage === "claims") this.#at(this.#database.serve(now, 1 / 3) + overhead / 2, place, "computes");
    else if (stage === "computes") this.#at(processor?.serve(now) ?? now, place, left > 0 ? "asks" : "commits");
    else if (stage === "asks") {
      this.#left[place] = left - 1;
      this.#progress += 1 / (calls + 1);
      const answered = this.#limits.admit(now) + (trialSeconds / calls) * (0.5 + this.#random());
      this.#at(answered, place, "computes");
    } else if (stage === "commits") this.#at(this.#database.serve(now, 2 / 3) + overhead / 2, place, "ends");
    else if (stage === "ends") {
      this.#finished += 1;
      this.#progress += 1 / (calls + 1);
      this.#leave(now, place);
      this.#take(now, place);
    }
  }

  #leave(now: number, place: number): void {
    this.#occupied += now - (this.#since[place] ?? now);
    this.#stages[place] = "idle";
  }

  #take(now: number, place: number): void {
    const returned = this.#returned.pop();
    if (returned === undefined && this.#waiting === 0) {
      this.#idle.push(place);
      this.#since[place] = now;
      return;
    }
    if (returned === undefined) this.#waiting -= 1;
    else this.#again += 1;
    this.#begun += 1;
    this.#left[place] = returned ?? this.#scenario.calls;
    this.#since[place] = now;
    this.#at(this.#redis.serve(now), place, "claims");
  }

  #wake(now: number): void {
    while (this.#waiting + this.#returned.length > 0) {
      const place = this.#idle.pop();
      if (place === undefined) return;
      if (this.#stages[place] !== "idle") continue;
      this.#starved += now - (this.#since[place] ?? now);
      this.#take(now, place);
    }
  }

  /** First the queue is counted, then the store is looked at if it is time, then the queue is fed by what was counted. */
  #look(now: number): void {
    this.#counted = this.#waiting + this.#returned.length;
    let after = now;
    if (now >= this.#nextLook) {
      this.#lookedAt = now;
      after = now + this.#costs.look(this.#done + this.#finished);
      this.#nextLook = after + restAfterLook * (after - now);
    }
    this.#events.add(after, feed);
  }

  #feed(now: number): void {
    const jobs = Math.max(0, mostWaiting - this.#counted);
    this.#waiting += jobs;
    this.#wake(now);
    this.#events.add(now + jobs * this.#costs.planner + pause, step);
  }

  #planDeath(now: number): void {
    const perSecond = (this.#scenario.workers * this.#scenario.deathsPerHour) / 3_600;
    if (perSecond > 0) this.#events.add(now - Math.log(1 - this.#random()) / perSecond, death);
  }

  #die(now: number): void {
    const { workers, concurrency, restartSeconds } = this.#scenario;
    this.#planDeath(now);
    const worker = Math.floor(this.#random() * workers);
    const first = worker * concurrency;
    if (this.#stages[first] === "gone") return;
    for (let place = first; place < first + concurrency; place++) {
      if (this.#stages[place] !== "idle") {
        this.#lost.push(this.#left[place] ?? 0);
        this.#events.add(now + noticed, comesBack);
        this.#leave(now, place);
      }
      this.#lives[place] = (this.#lives[place] ?? 0) + 1;
      this.#stages[place] = "gone";
    }
    this.#events.add(now + restartSeconds, firstReturn - worker);
  }

  #giveBack(now: number): void {
    const left = this.#lost.shift();
    if (left !== undefined) this.#returned.push(left);
    this.#wake(now);
  }

  #restart(now: number, worker: number): void {
    const { concurrency } = this.#scenario;
    for (let place = worker * concurrency; place < (worker + 1) * concurrency; place++) {
      this.#stages[place] = "idle";
      this.#take(now, place);
    }
  }
}
