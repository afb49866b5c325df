import { InputError } from "../base/index.ts";

/** When a call began, and how many calls were allowed then. */
interface Mark {
  readonly burst: number;
  readonly round: number;
}

/** A call that was answered. */
interface Answered {
  ms: number;
  /** How much work the call was, in any unit that is the same for all calls of the server. */
  size: number;
  /** Calls that were under way or waiting at its end. */
  demand: number;
}

type Typical = Pick<Answered, "ms" | "size">;

/** The share of the possible gain that more parallel calls must bring to be worth it. */
const worthwhile = 0.5;
/** If a round is this much faster under more load, the one before was not typical: the server was still loading. */
const implausible = 0.6;
/** If a round is this much slower under the same load, the server has changed. */
const slower = 2;
/** Smaller differences may come from this machine, which has more to do when more calls are under way. */
const unrestMs = 25;
/** How long calls may queue at a server before it is known how many it answers in parallel. */
const briefMs = 250;
const firstHold = 8;
const longestHold = 64;

/**
 * How many calls may run at the same time at one server. A provider's own server starts at the maximum and gets fewer when
 * it says that there are too many. Any other starts with one call, because a server with a single slot would let the rest
 * wait in its queue until they time out. Each round of answers is compared with the one before: if twice the calls take
 * hardly longer each, the server handles them in parallel and gets more; if they take twice as long, they only queue, and
 * it gets fewer. While answers are quick, there may be as many calls as the server answers within `briefMs` at this pace.
 * The number is halved when a server is overloaded. Pure: it neither waits nor reads a clock.
 */
export class Allowance {
  readonly #careful: boolean;
  #maximum: number;
  #allowed: number;
  #burst = 0;
  #round = 0;
  #seen: Answered[] = [];
  /** The last round that was worth it. */
  #base: { level: number; typical: Answered } | undefined;
  /** Whether the last round was bad. Only two in a row count, because something else may have slowed one down. */
  #doubted = false;
  #factor = 2;
  /** Rounds to wait before trying more calls again; longer after each failed try. */
  #hold = 0;
  #nextHold = firstHold;

  constructor(maximum: number, { careful = false } = {}) {
    this.#maximum = checked(maximum);
    this.#careful = careful;
    this.#allowed = careful ? 1 : maximum;
  }

  get allowed(): number {
    return Math.floor(this.#allowed);
  }

  get mark(): Mark {
    return { burst: this.#burst, round: this.#round };
  }

  /** Several callers may set a ceiling for the same server; the lowest counts. */
  lower(maximum: number): void {
    this.#maximum = Math.min(this.#maximum, checked(maximum));
    this.#allowed = Math.min(this.#allowed, this.#maximum);
  }

  /** The server is overloaded. Calls that were already running belong to the same burst, so they halve the number once. */
  overloaded(begun: Mark): void {
    if (begun.burst !== this.#burst) return;
    this.#burst += 1;
    this.#enter(Math.max(1, this.#careful ? Math.floor(this.#allowed / 2) : this.#allowed / 2));
    this.#base = undefined;
    this.#doubted = false;
    this.#wait();
  }

  answered(begun: Mark, answer: Answered): void {
    if (begun.burst !== this.#burst) return;
    if (!this.#careful) {
      this.#allowed = Math.min(this.#maximum, this.#allowed + 1 / this.#allowed);
      return;
    }
    // Calls of an earlier round, or of a round that was not full, do not show how long this many take.
    if (begun.round !== this.#round || answer.demand < this.#allowed) return;
    this.#seen.push(answer);
    const rough = this.#factor === 2;
    // The first calls of a round find the server's queue still short. Once the rough search is over, they are left out.
    const left = rough ? 0 : this.#allowed;
    const isEnough = rough && this.#allowed === 1 && isBrief(answer);
    const isDoubled = rough && this.#base !== undefined && this.#allowed > this.#base.level;
    if (this.#seen.length < left + roundOf(this.#allowed, isDoubled) && !isEnough) return;
    const round = this.#seen.slice(left);
    const demand = Math.max(...round.map((one) => one.demand));
    this.#enter(this.#levelAfter({ ...(rough ? middleOf(round) : meanOf(round)), demand }));
  }

  /** How many calls to allow after a round with this typical answer. */
  #levelAfter(typical: Answered): number {
    const level = this.#allowed;
    const base = this.#base;
    if (base && this.#isBad(typical, base)) {
      this.#doubted = !this.#doubted;
      if (this.#doubted) return level;
      if (level > 2 * base.level) return Math.floor(level / 2);
      if (level > base.level) this.#wait();
      else this.#forget();
      return level > base.level ? base.level : 1;
    }
    this.#doubted = false;
    if (base && level > base.level) {
      if (slowness(typical, base.typical) < implausible && !isBrief(typical)) {
        this.#base = undefined;
        return base.level;
      }
      this.#nextHold = firstHold;
    }
    this.#base = { level, typical };
    if (this.#hold > 0) {
      this.#hold -= 1;
      return level;
    }
    const brief = isBrief(typical) ? Math.floor((level * briefMs) / typical.ms) : 0;
    // Not more than there are calls to make: a round that is not full cannot be measured.
    return Math.min(Math.max(level, typical.demand), Math.max(level + 1, Math.floor(level * this.#factor), brief));
  }

  /** Whether more parallel calls gained too little, or as many took much longer. */
  #isBad(typical: Answered, base: { level: number; typical: Answered }): boolean {
    const more = this.#allowed / base.level;
    const slow = slowness({ ...typical, ms: typical.ms - unrestMs }, base.typical);
    return more > 1 ? more < slow * (1 + (more - 1) * worthwhile) : this.#allowed > 1 && slow > slower;
  }

  #forget(): void {
    this.#base = undefined;
    this.#factor = 2;
    this.#hold = 0;
  }

  #wait(): void {
    this.#factor = 1.5;
    this.#hold = this.#nextHold;
    this.#nextHold = Math.min(longestHold, this.#nextHold * 2);
  }

  #enter(level: number): void {
    this.#allowed = Math.min(level, this.#maximum);
    this.#round += 1;
    this.#seen = [];
  }
}

/** Whether two of its kind, one after the other, would still be answered briefly. */
function isBrief({ ms }: Typical): boolean {
  return ms * 2 <= briefMs;
}

/** The ratio of two answers' times, for the same work. */
function slowness(answer: Typical, than: Typical): number {
  return paceOf(answer) / Math.max(paceOf(than), Number.MIN_VALUE);
}

function paceOf({ ms, size }: Typical): number {
  return ms / size;
}

/** The upper median: of twice as many calls as a server has slots, half are slow at first. */
function middleOf(answers: readonly Answered[]): Typical {
  const sorted = answers.toSorted((a, b) => paceOf(a) - paceOf(b));
  return sorted[Math.floor(sorted.length / 2)] as Answered;
}

function meanOf(answers: readonly Answered[]): Typical {
  const mean = (field: "ms" | "size") => answers.reduce((sum, answer) => sum + answer[field], 0) / answers.length;
  return { ms: mean("ms"), size: mean("size") };
}

/**
 * As many calls as run at the same time, and more if they are few, because one call may be long by chance. Of a number that
 * was just doubled, those that were added are enough: they wait for the others if the server has no room for them.
 */
function roundOf(level: number, isDoubled: boolean): number {
  return isDoubled && level >= 16 ? Math.ceil(level * 0.6) : Math.max(level, Math.min(2 * level, 4));
}

function checked(maximum: number): number {
  if (Number.isInteger(maximum) && maximum >= 1) return maximum;
  const message = `${maximum} is not a number of calls that may run at once`;
  throw new InputError({ message, remedy: "give a whole number, at least 1" });
}
