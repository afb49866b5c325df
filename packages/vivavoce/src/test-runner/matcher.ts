import {
  cutMiddle,
  isJsonObject,
  isPromise,
  plural,
  safeLine,
  safeText,
  sentencesOf,
  shellWord,
  showValue,
} from "../base/index.ts";
import { exchangeText, failureLines, plainStyle } from "../report/index.ts";
import { type Exchange, isMissed, lastExchange, type Score, type Transcript } from "../shape/index.ts";
import { playedTests } from "./file-run.ts";

/** The runner's context for a matcher. */
export interface MatcherContext {
  isNot?: boolean;
  /** How the runner compares values: it knows what `expect.any(…)` stands for, at any depth. */
  equals(actual: unknown, expected: unknown): boolean;
}

export interface MatcherResult {
  pass: boolean;
  message(): string;
}

/**
 * A matcher for a runner. If it cannot decide, because there is no conversation or the question is wrong, both the
 * expectation and its `.not` fail. `most` is how many arguments it reads.
 */
export function decidable<Given extends unknown[], Result extends MatcherResult | Promise<MatcherResult>>(
  decide: (this: MatcherContext, ...given: Given) => Result,
  most = Number.POSITIVE_INFINITY,
) {
  return function (this: MatcherContext, ...given: Given): Result | MatcherResult {
    const undecided = (error: unknown) => ({ pass: this.isNot === true, message: () => sentencesOf(error) });
    try {
      const wishes = given.length - 1;
      // toSay("tea", "milk") would look at the tea only.
      if (wishes > most)
        throw new TypeError(`this expectation takes ${plural(most, "argument")}, and was given ${wishes}`);
      const result = decide.apply(this, given);
      return (isPromise(result) ? result.catch(undecided) : result) as Result;
    } catch (error) {
      return undecided(error);
    }
  };
}

/** One exchange of a transcript, as `exchange(2)` passes it to the next matcher, which checks both. */
export class ExchangeOf {
  readonly received: unknown;
  readonly number: number;

  constructor(received: unknown, number: number) {
    this.received = received;
    this.number = number;
  }
}

/** The part of a conversation that a matcher looks at: one exchange, or all of them. */
interface TranscriptPassage {
  transcript: Transcript;
  exchanges: readonly Exchange[];
  /** The exchange's number, if it is only one. */
  number: number | undefined;
  /** "exchange 2", "the conversation" */
  title: string;
}

/** The passage a matcher was given. A conversation that says nothing about its agent meets neither an expectation nor its `.not`. */
export function passageOf(received: unknown, matcher: string): TranscriptPassage {
  const number = received instanceof ExchangeOf ? received.number : undefined;
  if (received instanceof ExchangeOf && !Number.isInteger(number))
    throw new TypeError(
      `exchange() needs the number of an exchange, such as exchange(2), and was given ${showValue(number)}`,
    );
  const transcript = transcriptOf(received instanceof ExchangeOf ? received.received : received, `${matcher}()`);
  const { outcome, user } = transcript;
  if (number !== undefined && !transcript.exchanges.some((exchange) => exchange.number === number))
    throw new RangeError(noExchange(transcript, number));
  if (outcome.kind === "infrastructure") {
    throw new Error(`the conversation ended with an outage, which says nothing about the agent: ${outcome.message}`);
  }
  const [fault] = user?.faults ?? [];
  if (fault) {
    throw new Error(
      `the simulated user spoiled the conversation, so it says nothing about the agent: exchange ${fault.exchange}: ${fault.reason}`,
    );
  }
  refuseLate(transcript);
  const exchanges = transcript.exchanges.filter((exchange) => number === undefined || exchange.number === number);
  return { transcript, exchanges, number, title: number === undefined ? "the conversation" : `exchange ${number}` };
}

/** What an agent does after its conversation is in no transcript. */
function refuseLate(transcript: Transcript): void {
  const [late] = playedTests.get(transcript)?.trial.late ?? [];
  if (late !== undefined) throw new Error(`${late}, so nobody can say that the conversation is all there`);
}

/** What an agent did not do because it failed first is not known: it might have. */
export function refuseUnfinished({ transcript: { outcome }, number, title }: TranscriptPassage): void {
  if (outcome.kind === "completed") return;
  const at = outcome.exchange ?? 0;
  if (number !== undefined && number < at) return;
  throw new Error(
    `${title} is not complete, so it cannot show that something did not happen: in exchange ${at} the agent failed: ${outcome.message}`,
  );
}

function noExchange(transcript: Transcript, number: number): string {
  const last = lastExchange(transcript);
  const { outcome } = transcript;
  const has = last === undefined ? "no exchanges" : `exchanges ${transcript.exchanges[0]?.number} to ${last}`;
  const failed = outcome.kind === "completed" ? "" : `; it ended there: ${outcome.message}`;
  return `there is no exchange ${number}: the conversation has ${has}${failed}`;
}

/** Checks only its shape: a transcript read from a file works too. */
function transcriptOf(received: unknown, matcher: string): Transcript {
  const { exchanges, outcome, history } = isJsonObject(received) ? received : {};
  if (Array.isArray(exchanges) && isJsonObject(outcome) && Array.isArray(history)) return received as Transcript;
  const given = isPromise(received) ? "a promise; await it: expect(await play(…))" : showValue(received);
  throw new TypeError(`${matcher} needs a transcript, such as play() returns, but was given ${given}`);
}

/** How many lines are shown of the exchange in question, and of its neighbours. */
const most = { marked: 30, beside: 12 };
const longestLine = 1_000;

/** A message with its exchange, marked, and the neighbouring ones; or if it has none, with the last three. */
export function withSurroundings(message: string, { transcript, number }: TranscriptPassage, about = number): string {
  const { exchanges, outcome } = transcript;
  const at = exchanges.findIndex((exchange) => exchange.number === about);
  const shown = at < 0 ? exchanges.slice(-3) : exchanges.slice(Math.max(0, at - 1), at + 2);
  const played = playedTests.get(transcript);
  return [
    safeText(message),
    "",
    ...shown.map((exchange) => marked(exchange, exchange.number === about)),
    ...(exchanges.length === 0 ? ["  (no exchanges)"] : []),
    ...(outcome.kind === "completed" ? [] : [`  ended: ${outcome.kind}: ${safeLine(outcome.message, 400)}`]),
    ...(played ? ["", showCommand(played.run.id, played.trial.caseId)] : []),
  ].join("\n");
}

function marked(exchange: Exchange, isMarked: boolean): string {
  const lines = exchangeText(exchange, plainStyle).split("\n");
  const limit = isMarked ? most.marked : most.beside;
  const omitted = lines.length - limit;
  const kept = omitted <= 0 ? lines : lines.toSpliced(limit / 2, omitted, `  … ${omitted} more lines`);
  return kept.map((line, index) => `${isMarked && index === 0 ? ">" : " "} ${cutMiddle(line, longestLine)}`).join("\n");
}

/** A message about a whole trial: each metric that did not pass, with its reasons, and the command that shows all of it. */
export function trialText(
  head: string,
  {
    run,
    caseId,
    transcript,
    scores,
  }: { run: string; caseId: string; transcript: Transcript; scores: readonly Score[] },
  more: readonly string[] = [],
): string {
  return [head, "", ...reasonLines(transcript, scores), ...more, "", showCommand(run, caseId)].join("\n");
}

/** "npx viva show 7f3a archive-everything" */
function showCommand(run: string, caseId: string): string {
  return `To see all of it: npx viva show ${run} ${shellWord(caseId)}`;
}

/** Each metric that did not pass, with its value, threshold and reasons. */
function reasonLines(transcript: Transcript, scores: readonly Score[]): string[] {
  const lines = failureLines({ scores, transcript });
  const told = lines.map(({ source, text }, index) => {
    const isFirst = lines.findIndex((line) => line.source === source) === index;
    return { source: isFirst ? source : "", text: isFirst ? `${valueText(source, scores)}${text}` : text };
  });
  const width = Math.max(0, ...told.map(({ source }) => source.length));
  return told.map(({ source, text }) => `  ${source.padEnd(width)}  ${text}`);
}

function valueText(metric: string, scores: readonly Score[]): string {
  const score = scores.find((one) => one.metric === metric);
  if (score?.status !== "scored" || !score.checks.some(isMissed)) return "";
  return `${score.value.toFixed(2)}, passes at ${score.threshold}: `;
}
