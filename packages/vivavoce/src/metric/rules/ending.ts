import { InputError, plural } from "../../base/index.ts";
import { type Case, type Check, check, lastExchange, type Transcript } from "../../shape/index.ts";
import { defineMetric } from "../define-metric.ts";
import { matchValue, showExpected } from "../matching/expected.ts";
import { allOf, type Metric, type MetricOptions, type MetricResult, skipped, unscored } from "../types.ts";

/**
 * Checks who ended the conversation and why (`expect.end`), and in which exchanges the agent stayed quiet
 * (`expect.quiet`). An agent that hangs up or stays quiet without the case expecting it fails. Skipped if none of this is
 * expected and none of it happened. Viva adds this metric to a suite as soon as a case has one of these expectations;
 * `report: true` only shows it. Asks no judge.
 *
 * @example suite({ …, metrics: [ending()] });
 */
export function ending({ report, ...others }: Pick<MetricOptions, "report"> = {}): Metric {
  const [given] = Object.keys(others);
  // A trial finds this metric by its name, so a second one could not be told apart.
  if (given !== undefined)
    throw new InputError({
      message: `ending: ${given} cannot be set: it is always called ending, and all of it has to hold`,
      remedy: "Leave it out. ending({ report: true }) shows the score without letting it decide.",
    });
  const reads = ["end", "quiet"] as const;
  const watches = true;
  return defineMetric({
    name: "ending",
    report,
    threshold: 1,
    applies: expectsEnding,
    watches,
    reads,
    score: scoreEnding,
  });
}

/** Whether a case says anything about its end, or about an agent that stays quiet. */
export function expectsEnding({ expect }: Case): boolean {
  return expect.end !== undefined || expect.quiet !== undefined;
}

function scoreEnding(transcript: Transcript, { expect }: Case): MetricResult {
  const { outcome } = transcript;
  if (expect.end && outcome.kind === "completed" && !outcome.ended)
    return unscored("the record does not say who ended the conversation");
  const checks = [...endChecks(transcript, expect), ...quietChecks(transcript, expect.quiet ?? [])];
  if (checks.length === 0) return skipped("the agent neither hung up nor stayed quiet, and the case expects neither");
  return allOf(checks);
}

const ends = { agent: "the agent hangs up", user: "the user ends it", script: "every line of the script is said" };

function endChecks({ outcome, exchanges }: Transcript, { end }: Case["expect"]): Check[] {
  const ended = outcome.kind === "completed" ? outcome.ended : undefined;
  if (!end && ended?.by !== "agent") return [];
  const place = lastExchange({ exchanges });
  const where = place === undefined ? "" : `exchange ${place}: `;
  const left = ended?.unsaid.length ? `, before the user could say ${plural(ended.unsaid.length, "more line")}` : "";
  const happened = ended
    ? `${where}${{ agent: "the agent hung up", user: "the user ended it", script: "the script ended" }[ended.by]}${
        ended.reason === undefined ? "" : ` (${ended.reason})`
      }${left}`
    : "the conversation was not completed";
  if (!end) {
    const reason = `${happened}, which the case does not expect`;
    return [check("end", false, reason, { label: "the agent does not hang up", verdict: "hung up" })];
  }
  const isBy = ended?.by === end.by;
  const by = check("end", isBy, happened, { label: ends[end.by] });
  if (end.reason === undefined || !isBy) return [by];
  const match = matchValue(end.reason, ended.reason);
  const label = `its reason is ${showExpected(end.reason)}`;
  const given = ended.reason === undefined ? "no reason was given" : `the reason is ${JSON.stringify(ended.reason)}`;
  return [by, check("reason", match.ok, given, { label })];
}

function quietChecks({ exchanges }: Transcript, wanted: readonly number[]): Check[] {
  const quiet = exchanges.filter((exchange) => exchange.quiet).map(({ number }) => number);
  const expected = wanted.map((number): Check => {
    const ok = quiet.includes(number);
    const played = exchanges.some((exchange) => exchange.number === number);
    const reason = ok ? "it did" : played ? "it did not" : "that exchange was not played";
    const label = `the agent stays quiet in exchange ${number}`;
    return check(`quiet-${number}`, ok, reason, { label });
  });
  const others = quiet.filter((number) => !wanted.includes(number));
  const unexpected = others.map((number): Check => {
    const reason = "the agent stayed quiet, which the case does not expect";
    const label = `the agent answers in exchange ${number}`;
    return check(`answer-${number}`, false, reason, { label, verdict: "quiet" });
  });
  return [...expected, ...unexpected];
}
