import { type JsonValue, listed, safeLine } from "../../../base/index.ts";
import { type Check, skippedCheck, type Transcript } from "../../../shape/index.ts";
import { wordsOf } from "../../../speech/index.ts";
import { quoteCall, quoteReply } from "../../evidence.ts";
import { type MetricResult, scored, skipped } from "../../result.ts";
import { type ReplyText, repliesOf } from "../text/replies.ts";
import { thingsAsked } from "./checks/asked-things.ts";
import { notDecided } from "./checks/not-decided.ts";
import { checkOpeners, type OpenedReply } from "./checks/openers.ts";
import { checkPercentiles, figuresOf, hasLimit, type PercentileLimits } from "./checks/percentiles.ts";
import { checkReadBack, lastValues } from "./checks/read-back.ts";
import { showGiven } from "./checks/show-values.ts";
import { type SpeakabilityOptions, unspeakableIn } from "./checks/unspeakable.ts";
import { decided } from "./checks/verdict.ts";
import { checkWait, waitFigures, waits } from "./checks/waits.ts";
import type { SpokenChecks } from "./options.ts";
import { type FollowOptions, followTalk } from "./talk/follow.ts";
import type { Commit, SlotTrail, Talk } from "./talk/talk.ts";

interface ScoreOptions extends FollowOptions {
  /** The smallest share of checks that have to come to a decision; undefined if any will do. */
  minCoverage: number | undefined;
}

/** Every check of a conversation, and the share of the counted checks that hold. */
export function scoreSpoken(transcript: Transcript, checks: SpokenChecks, options: ScoreOptions): MetricResult {
  const talk = followTalk(transcript, options);
  const made = checksOf(transcript, talk, checks);
  const coverage = coverageOf(made);
  const counted = made.filter(({ value }) => value !== undefined);
  const { minCoverage } = options;
  const uncovered = minCoverage !== undefined && (shareOfDecided(coverage) ?? 1) < minCoverage;
  if (counted.length === 0 && !uncovered) {
    return skipped(`nothing to check${made.length > 0 ? `: ${reasonsOf(made)}` : ""}`);
  }
  const value = counted.length === 0 ? 0 : counted.filter(({ ok }) => ok).length / counted.length;
  return scored(value, [...made, ...checkCoverage(coverage, minCoverage)], {
    ...(uncovered ? { passed: false } : {}),
    detail: detailOf(transcript, talk, coverage),
  });
}

function checksOf(transcript: Transcript, talk: Talk, checks: SpokenChecks): Check[] {
  const replies = repliesOf(transcript);
  const { words = {}, questions = 1, speakability = {}, openers = {}, latency = {}, firstWord = {} } = checks;
  return [
    ...(words === false ? [] : checkWords(replies, words === true ? {} : words)),
    ...(questions === false ? [] : checkQuestions(replies, questions === true ? 1 : questions)),
    ...(speakability === false ? [] : checkSpeakability(replies, speakability === true ? {} : speakability)),
    ...(openers === false
      ? []
      : checkOpeners([...openedBefore(transcript), ...replies], openers === true ? {} : openers)),
    ...(checks.askedAgain === false ? [] : checkAskedAgain(talk.trails)),
    ...(checks.readBack === false ? [] : talk.trails.flatMap(checkReadBack)),
    ...(checks.confirm === false ? [] : checkConfirm(talk.commits)),
    ...(latency === false ? [] : checkWait(waits.latency, transcript, latency === true ? {} : latency)),
    ...(firstWord === false ? [] : checkWait(waits.firstWord, transcript, firstWord === true ? {} : firstWord)),
  ];
}

/** What the agent said before the first exchange. A reply must not open like it, but it is not checked itself. */
function openedBefore({ history }: Transcript): OpenedReply[] {
  return history
    .filter(({ role }) => role === "assistant")
    .map(({ content }) => ({ exchange: undefined, text: content }));
}

function reasonsOf(checks: readonly Check[]): string {
  return checks.map(({ label, reason }) => `${label}: ${reason}`).join("; ");
}

function detailOf(transcript: Transcript, { trails }: Talk, coverage: Coverage): JsonValue {
  const slots = trails.flatMap((trail) => {
    const { given, readBack, booked } = lastValues(trail);
    if (!given && !readBack && !booked) return [];
    const texts = { given: given?.text ?? null, readBack: readBack?.text ?? null, booked: booked?.text ?? null };
    return [[trail.slot.name, texts] as const];
  });
  return {
    words: figuresOf(wordCounts(repliesOf(transcript))),
    latencyMs: waitFigures(waits.latency, transcript),
    firstWordMs: waitFigures(waits.firstWord, transcript),
    slots: Object.fromEntries(slots),
    coverage: { ...coverage, share: shareOfDecided(coverage) ?? null },
  };
}

function wordCounts(replies: readonly ReplyText[]): number[] {
  return replies.map(({ text }) => wordsOf(text).length);
}

/** How long replies are, in words. */
export function checkWords(replies: readonly ReplyText[], limits: PercentileLimits): Check[] {
  const counts = wordCounts(replies);
  const quantity = { id: "words", label: "words per reply" };
  if (counts.length > 0) return checkPercentiles({ ...quantity, unit: "words" }, counts, limits);
  return hasLimit(limits) ? [skippedCheck({ ...quantity, reason: "not measured: no reply has text" })] : [];
}

/** No reply asks more questions than a caller can answer at once. */
export function checkQuestions(replies: readonly ReplyText[], limit: number): Check[] {
  if (replies.length === 0) return [];
  const over = replies
    .map((reply) => ({ ...reply, questions: thingsAsked(reply.text) }))
    .filter(({ questions }) => questions > limit);
  const list = over.map(({ exchange, questions }) => `${questions} in exchange ${exchange}`).join(", ");
  return [
    decided({
      id: "questions",
      label: "questions per reply",
      ok: over.length === 0,
      verdict: over.length === 0 ? "kept" : "over",
      reason: over.length === 0 ? `no reply asks more than ${limit}` : `${list}, at most ${limit} allowed`,
      evidence: over.map(({ exchange, text }) => quoteReply(exchange, text)),
    }),
  ];
}

const mostShown = 5;

/** Every reply can be said aloud as it is written. */
export function checkSpeakability(replies: readonly ReplyText[], options: SpeakabilityOptions): Check[] {
  if (replies.length === 0) return [];
  const faulty = replies
    .map((reply) => ({ ...reply, found: unspeakableIn(reply.text, options) }))
    .filter(({ found }) => found.length > 0);
  const list = faulty.flatMap(({ exchange, found }) =>
    found.map(({ kind, text }) => `${kind} “${safeLine(text, 40)}” in exchange ${exchange}`),
  );
  return [
    decided({
      id: "speakability",
      label: "can be said as it is written",
      ok: list.length === 0,
      verdict: list.length === 0 ? "speakable" : "unspeakable",
      reason: list.length === 0 ? "a voice can say every reply as it is written" : listed(list, mostShown),
      evidence: faulty.map(({ exchange, text }) => quoteReply(exchange, text)),
    }),
  ];
}

/** The agent does not ask for something that the caller has already given. Counts if something was asked for. */
function checkAskedAgain(trails: readonly SlotTrail[]): Check[] {
  const asked = trails.reduce((sum, { asks }) => sum + asks, 0);
  if (asked === 0) return [];
  const again = trails.flatMap(({ slot, askedAgain }) => askedAgain.map((one) => ({ slot: slot.name, ...one })));
  const ok = again.length === 0;
  const list = again.map(
    ({ slot, exchange, sentence, given }) =>
      `exchange ${exchange} asks for the ${slot} (“${safeLine(sentence, 80)}”), ${showGiven(given)}`,
  );
  return [
    decided({
      id: "asked-again",
      label: "does not ask for what was given",
      ok,
      verdict: ok ? "not again" : "asked again",
      reason: ok
        ? `${asked} ${asked === 1 ? "question" : "questions"} for a value, none for one that was given`
        : list.join("; "),
      evidence: again.map(({ exchange, sentence }) => quoteReply(exchange, sentence)),
    }),
  ];
}

/** The agent books nothing before it reads it back and the caller says yes. Counts if something was booked. */
function checkConfirm(commits: readonly Commit[]): Check[] {
  if (commits.length === 0) return [];
  const row = { id: "confirm", label: "confirms before it commits" };
  const rash = commits.filter(({ confirmed, unclear }) => !confirmed && unclear === undefined);
  const open = commits.find(({ confirmed }) => !confirmed);
  const ok = rash.length === 0;
  if (ok && open) {
    const said = `“${safeLine(open.unclear ?? "", 80)}”`;
    return [
      notDecided(row, `${open.call.name} in exchange ${open.exchange}: nobody can tell whether ${said} is a yes`),
    ];
  }
  const list = rash.map(
    ({ call, exchange, readBack }) =>
      `${call.name} in exchange ${exchange} ${readBack ? "after a read-back, but without the caller's yes to it" : "without a read-back before it"}`,
  );
  return [
    decided({
      ...row,
      ok,
      verdict: ok ? "confirmed" : "not confirmed",
      reason: ok ? `${commits.map(({ call }) => call.name).join(", ")}: read back, then a yes` : list.join("; "),
      evidence: (ok ? commits : rash).map(({ call, exchange }) => quoteCall({ call, exchange })),
    }),
  ];
}

/** How many of the checks on values and on the caller's yes came to a decision. */
interface Coverage {
  decided: number;
  of: number;
}

/** Only these checks may find something that they cannot decide. */
const mayBeOpen = /^(?:read-back-.*|confirm)$/;

function coverageOf(checks: readonly Check[]): Coverage {
  const rows = checks.filter(({ id }) => mayBeOpen.test(id));
  return { decided: rows.filter(({ value }) => value !== undefined).length, of: rows.length };
}

function shareOfDecided({ decided, of }: Coverage): number | undefined {
  return of === 0 ? undefined : decided / of;
}

/** Shows the coverage. With a minimum it says whether it is reached, but it is not part of the value. */
function checkCoverage(coverage: Coverage, minimum: number | undefined): Check[] {
  const share = shareOfDecided(coverage);
  if (share === undefined) return [];
  const row = { id: "coverage", label: "checks that came to a decision" };
  const figure = `${coverage.decided} of ${coverage.of} decided`;
  if (minimum === undefined) {
    return [{ ...skippedCheck({ ...row, reason: `${figure}; no minimum is set` }), verdict: "measured" }];
  }
  const ok = share >= minimum;
  // The counts say it exactly: 2 of 3 is less than 0.67, and rounded it would look the same.
  const reason = `${figure}; a share of at least ${minimum} is needed`;
  return [{ ...row, ok, verdict: ok ? "kept" : "under", reason, evidence: [] }];
}
