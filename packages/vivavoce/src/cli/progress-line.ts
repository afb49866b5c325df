import { columnsOf, cutEnd, fitLines, plural, safeLine } from "../base/index.ts";
import type { ModelWait } from "../model/index.ts";
import { type Style, showCost, showDuration } from "../report/index.ts";
import type { SuiteProgress } from "../run/index.ts";

/** Where progress is shown; `stderr` of a terminal, or a pipe. */
interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** If no trial finishes for this long, the line says what it waits for. */
const quietMs = 5_000;
/** On a pipe the first such line comes later, and the next ones at growing intervals up to this. */
const longestQuietMs = 60_000;

/**
 * One live line per suite on a terminal; a plain line every tenth part of the way, and at the end, on a pipe. Both say
 * what they wait for when nothing finishes.
 */
export class ProgressLine {
  readonly #output: ProgressOutput;
  readonly #style: Style;
  readonly #now: () => number;
  #startedAt = 0;
  #drawnAt = 0;
  #shown = 0;
  #before = 0;
  #progress: SuiteProgress | undefined;
  #movedAt = 0;
  #sayAfter = 2 * quietMs;
  #ticks: NodeJS.Timeout | undefined;

  constructor(output: ProgressOutput, style: Style, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#style = style;
    this.#now = now;
  }

  start(progress: SuiteProgress): void {
    this.#startedAt = this.#now();
    this.#before = done(progress);
    this.#shown = 0;
    this.#moved(progress);
    this.#draw(progress);
    this.stop();
    this.#ticks = setInterval(() => this.tick(), 1_000).unref();
  }

  /** Checks whether the suite makes progress. */
  tick(): void {
    const progress = this.#progress;
    if (!progress) return;
    this.#draw(progress);
    if (this.#output.isTTY) return;
    const quiet = this.#now() - this.#movedAt;
    if (quiet < this.#sayAfter) return;
    this.#sayAfter = quiet + Math.min(quiet, longestQuietMs);
    this.#say(`  ${this.#facts(progress)}\n`);
  }

  /** Stops the ticks: the suite is done, or the run has ended. */
  stop(): void {
    clearInterval(this.#ticks);
    this.#ticks = undefined;
  }

  update(progress: SuiteProgress): void {
    this.#moved(progress);
    if (this.#output.isTTY) {
      if (this.#now() - this.#drawnAt >= 80) this.#draw(progress);
      return;
    }
    const tenth = Math.floor((done(progress) / Math.max(1, progress.tally.planned)) * 10);
    if (tenth > this.#shown && progress.tally.planned >= 100 && tenth < 10) {
      this.#shown = tenth;
      this.#say(`  ${bar(progress, this.#style)} ${this.#facts(progress)}\n`);
    }
  }

  finish(progress: SuiteProgress): void {
    this.stop();
    this.#moved(progress);
    this.#clear();
    this.#say(`  ${bar(progress, this.#style)} ${this.#facts(progress)}\n\n`);
  }

  /** Looked up each time: the user may resize the terminal. */
  get #columns(): number | undefined {
    return columnsOf(this.#output, process.env);
  }

  #say(text: string): void {
    this.#output.write(fitLines(text, this.#columns));
  }

  #moved(progress: SuiteProgress): void {
    this.#progress = progress;
    this.#movedAt = this.#now();
    this.#sayAfter = 2 * quietMs;
  }

  /** Cut to the terminal's width: a line that wraps could not be cleared again. */
  #draw(progress: SuiteProgress): void {
    if (!this.#output.isTTY) return;
    this.#drawnAt = this.#now();
    this.#clear();
    const beside = (this.#columns ?? 80) - barWidth - 4;
    this.#output.write(`  ${bar(progress, this.#style)} ${cutEnd(this.#facts(progress), beside)}`);
  }

  #clear(): void {
    if (this.#output.isTTY) this.#output.write("\r\u001b[2K");
  }

  #facts(progress: SuiteProgress): string {
    const { tally, calls, running } = progress;
    const elapsed = this.#now() - this.#startedAt;
    const finished = done(progress);
    const rate = elapsed > 0 ? ((finished - this.#before) / elapsed) * 1_000 : 0;
    const moving = running > 0 && rate > 0;
    const unanswered = unansweredOf(progress) > 0 ? ` (${unansweredOf(progress)} without an answer)` : "";
    return [
      [`${finished}/${tally.planned}`, ...notPassed(tally)].join(", "),
      showDuration(elapsed),
      ...(progress.held === undefined ? [] : [progress.held]),
      ...(running > 0 && this.#now() - this.#movedAt >= quietMs ? [waitText(progress)] : []),
      `${plural(calls.replayed, "call")} replayed, ${calls.live} live${unanswered}${cachedText(progress)}`,
      costText(progress),
      ...(running > 0 ? [`${running} running`] : []),
      ...(moving
        ? [`${rate.toFixed(rate < 10 ? 1 : 0)}/s`, `${showDuration((tally.pending / rate) * 1_000)} left`]
        : []),
    ].join("   ");
  }
}

/** "2 failed", "1 errored": what went wrong so far. */
function notPassed(tally: SuiteProgress["tally"]): string[] {
  return (["failed", "errored", "unscored"] as const).flatMap((status) =>
    tally[status] > 0 ? [`${tally[status]} ${status}`] : [],
  );
}

const barWidth = 26;

function done({ tally }: SuiteProgress): number {
  return tally.planned - tally.pending;
}

function bar(progress: SuiteProgress, style: Style): string {
  const { planned } = progress.tally;
  const filled = planned === 0 ? barWidth : Math.round((done(progress) / planned) * barWidth);
  return style.good("█".repeat(filled)) + style.dim("░".repeat(barWidth - filled));
}

/** Requests without an answer. While trials run, some of them may still get one. */
function unansweredOf({ calls, answered = calls.live, running }: SuiteProgress): number {
  return running > 0 ? 0 : calls.live - answered;
}

/** "12 from the cache ($0.03 saved)" */
function cachedText({ cached }: SuiteProgress): string {
  if (!cached) return "";
  const { calls, saved } = cached;
  return `, ${calls} from the cache${saved === undefined ? "" : ` (${showCost(saved)} saved)`}`;
}

/** The provider may charge for a call even if it was not answered. */
function costText(progress: SuiteProgress): string {
  const { cost, calls } = progress;
  const least = (cost ?? 0) > 0 && unansweredOf(progress) > 0 ? "at least " : "";
  return least + showCost(cost ?? (calls.live === 0 ? 0 : undefined));
}

/** "waiting for llamacpp:smollm (1 call under way, 1 at a time, 7 queued, the oldest for 42.0 s)" */
function waitText({ waits, running }: SuiteProgress): string {
  const [longest, ...others] = (waits?.() ?? []).toSorted((a, b) => b.oldestMs - a.oldestMs);
  if (!longest) return `waiting for ${plural(running, "trial")} (no model call is under way)`;
  const more = others.length > 0 ? `, and for ${plural(others.length, "other model")}` : "";
  return `waiting for ${safeLine(longest.model, 80)} (${factsOf(longest).join(", ")})${more}`;
}

function factsOf({ running, allowed, queued, resting, pausedMs, heldBy, oldestMs }: ModelWait): string[] {
  return [
    ...(running > 0 ? [`${plural(running, "call")} under way`] : []),
    `${allowed} at a time`,
    ...(queued > 0 ? [`${queued} queued`] : []),
    ...(resting > 0 ? [`${resting} to be tried again`] : []),
    ...(heldBy === undefined ? [] : [`held back by ${safeLine(heldBy, 120)}`]),
    ...(pausedMs > 0 ? [`the server asked for a pause, ${showDuration(pausedMs)} left`] : []),
    `the oldest for ${showDuration(oldestMs)}`,
  ];
}
