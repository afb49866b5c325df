/** When a call began. What its end teaches depends on what was allowed then. */
export interface Mark {
  readonly burst: number;
  readonly round: number;
}

/** A call that was answered. */
export interface Answered {
  ms: number;
  /** How much was asked of the server, by any measure that is the same for all its calls. */
  size: number;
  /** Calls that were under way or waiting at its end. */
  demand: number;
}

/** Of what more calls at once could gain, the part they must gain to be worth it. */
const worthwhile = 0.5;
/** A round so much better under more load shows that the one before was not typical: the server was still loading. */
const implausible = 0.75;
/** A round so much worse under the same load shows that the server has changed. */
const worse = 2;
const firstHold = 4;
const longestHold = 64;

/**
 * How many calls one server is asked for at once. A provider's own server starts at the maximum and gives up calls when
 * it says that there are too many. Any other starts with one call: a server with a single slot lets the rest wait in its
 * own queue, where their time runs out. Each round of answers is compared with the one before: where twice the calls take
 * hardly longer each, the server works on them side by side and may be asked for more; where they take twice as long,
 * they only queue, and it goes back. Both halve when the server is overloaded. Pure: it neither waits nor looks at a clock.
 */
export class Allowance {
  readonly #careful: boolean;
  #maximum: number;
  #allowed: number;
  #burst = 0;
  #round = 0;
  #seen = { calls: 0, ms: 0, size: 0 };
  /** What the last round that was worth it took. */
  #base: { level: number; pace: number } | undefined;
  #factor = 2;
  /** Rounds to stay as it is before trying more again; longer after each try in vain. */
  #hold = 0;
  #nextHold = firstHold;

  constructor(maximum: number, { careful = false } = {}) {
    this.#maximum = maximum;
    this.#careful = careful;
    this.#allowed = careful ? 1 : maximum;
  }

  get allowed(): number {
    return Math.floor(this.#allowed);
  }

  get mark(): Mark {
    return { burst: this.#burst, round: this.#round };
  }

  /** Several may set a ceiling for the same server: the lowest counts. */
  lower(maximum: number): void {
    this.#maximum = Math.min(this.#maximum, maximum);
    this.#allowed = Math.min(this.#allowed, this.#maximum);
  }

  /** The server has more than it bears. Calls that were under way then are of the same burst: they halve it once. */
  overloaded(begun: Mark): void {
    if (begun.burst !== this.#burst) return;
    this.#burst += 1;
    this.#enter(Math.max(1, this.#careful ? Math.floor(this.#allowed / 2) : this.#allowed / 2));
    this.#base = undefined;
    this.#wait();
  }

  answered(begun: Mark, { ms, size, demand }: Answered): void {
    if (begun.burst !== this.#burst) return;
    if (!this.#careful) {
      this.#allowed = Math.min(this.#maximum, this.#allowed + 1 / this.#allowed);
      return;
    }
    // Calls of an earlier round, or of one that was not full, do not show what this many at once take.
    if (begun.round !== this.#round || demand < this.#allowed) return;
    this.#seen.calls += 1;
    // The first calls of a round find the server's queue still short. Once the rough search is over, they are left out.
    const left = this.#factor === 2 ? 0 : this.#allowed;
    if (this.#seen.calls <= left) return;
    this.#seen.ms += ms;
    this.#seen.size += size;
    if (this.#seen.calls >= left + roundOf(this.#allowed))
      this.#enter(this.#levelAfter(this.#seen.ms / this.#seen.size, demand));
  }

  /** How many calls to allow after a round that took so long for each piece of work. */
  #levelAfter(pace: number, demand: number): number {
    const level = this.#allowed;
    const base = this.#base;
    if (base && level > base.level) {
      if (pace < base.pace * implausible) {
        this.#base = undefined;
        return base.level;
      }
      const more = level / base.level;
      if ((more * base.pace) / pace < 1 + (more - 1) * worthwhile) {
        this.#wait();
        return base.level;
      }
      this.#nextHold = firstHold;
    } else if (base && level > 1 && pace > base.pace * worse) {
      this.#base = undefined;
      this.#factor = 2;
      return 1;
    }
    this.#base = { level, pace };
    if (this.#hold > 0) {
      this.#hold -= 1;
      return level;
    }
    // No further than there are calls to ask for: what is not full cannot be measured.
    return Math.min(Math.max(level, demand), Math.max(level + 1, Math.floor(level * this.#factor)));
  }

  #wait(): void {
    this.#factor = 1.5;
    this.#hold = this.#nextHold;
    this.#nextHold = Math.min(longestHold, this.#nextHold * 2);
  }

  #enter(level: number): void {
    this.#allowed = Math.min(level, this.#maximum);
    this.#round += 1;
    this.#seen = { calls: 0, ms: 0, size: 0 };
  }
}

/** As many calls as run at once, and some more of few: one call may be long by chance. */
function roundOf(level: number): number {
  return Math.max(level, Math.min(2 * level, 4));
}
