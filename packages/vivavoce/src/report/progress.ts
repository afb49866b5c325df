import { plural } from "../base/index.ts";
import type { SuiteProgress } from "../run/index.ts";
import { showCost, showDuration } from "./figures.ts";
import type { Style } from "./style.ts";

/** Where progress is shown; `stderr` of a terminal, or a pipe. */
export interface ProgressOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

/** One live line per suite on a terminal; a plain line every tenth part of the way, and at the end, on a pipe. */
export class ProgressLine {
  readonly #output: ProgressOutput;
  readonly #style: Style;
  readonly #now: () => number;
  #startedAt = 0;
  #drawnAt = 0;
  #shown = 0;
  #before = 0;

  constructor(output: ProgressOutput, style: Style, now: () => number = () => performance.now()) {
    this.#output = output;
    this.#style = style;
    this.#now = now;
  }

  start(progress: SuiteProgress): void {
    this.#startedAt = this.#now();
    this.#before = done(progress);
    this.#shown = 0;
    this.#draw(progress);
  }

  update(progress: SuiteProgress): void {
    if (this.#output.isTTY) {
      if (this.#now() - this.#drawnAt >= 80) this.#draw(progress);
      return;
    }
    const tenth = Math.floor((done(progress) / Math.max(1, progress.tally.planned)) * 10);
    if (tenth > this.#shown && progress.tally.planned >= 100 && tenth < 10) {
      this.#shown = tenth;
      this.#output.write(`  ${bar(progress, this.#style)} ${this.#facts(progress)}\n`);
    }
  }

  finish(progress: SuiteProgress): void {
    this.#clear();
    this.#output.write(`  ${bar(progress, this.#style)} ${this.#facts(progress)}\n\n`);
  }

  /** Cut to the terminal's width: a line that wraps could not be cleared again. */
  #draw(progress: SuiteProgress): void {
    if (!this.#output.isTTY) return;
    this.#drawnAt = this.#now();
    this.#clear();
    const room = (this.#output.columns ?? 80) - 1;
    const facts = this.#facts(progress);
    const beside = room - barWidth - 3;
    const text =
      beside < 10 ? facts.slice(0, Math.max(0, room)) : `  ${bar(progress, this.#style)} ${facts.slice(0, beside)}`;
    this.#output.write(text);
  }

  #clear(): void {
    if (this.#output.isTTY) this.#output.write("\r\u001b[2K");
  }

  #facts(progress: SuiteProgress): string {
    const { tally, calls, running, cost } = progress;
    const elapsed = this.#now() - this.#startedAt;
    const finished = done(progress);
    const rate = elapsed > 0 ? ((finished - this.#before) / elapsed) * 1_000 : 0;
    const moving = running > 0 && rate > 0;
    return [
      `${finished}/${tally.planned}`,
      showDuration(elapsed),
      `${plural(calls.replayed, "call")} replayed, ${calls.live} live`,
      showCost(cost ?? (calls.live === 0 ? 0 : undefined)),
      ...(running > 0 ? [`${running} running`] : []),
      ...(moving
        ? [`${rate.toFixed(rate < 10 ? 1 : 0)}/s`, `${showDuration((tally.pending / rate) * 1_000)} left`]
        : []),
    ].join("   ");
  }
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
