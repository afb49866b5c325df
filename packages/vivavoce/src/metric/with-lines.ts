import { lineCases } from "../case/index.ts";
import type { Check, Exchange, LineExpectations, Score, Scored, Transcript } from "../shape/index.ts";
import { checkingScore, giveScore } from "./score-checked.ts";
import { judgeCalls, type Metric } from "./types.ts";

/**
 * A metric that also scores what single lines of a script expect, each by itself: tools on that exchange, all else on
 * the conversation up to there. The worst part is the value, and every part must hold. A line that was never said does
 * not hold.
 */
export function withLines(metric: Metric, reads: keyof LineExpectations, lineMetric = metric): Metric {
  const linesOf: typeof lineCases = (testCase) =>
    lineCases(testCase).filter(({ case: line }) => line.expect[reads] !== undefined);
  const scoreLines = async (...[transcript, testCase, judge]: Parameters<Metric["score"]>) => {
    const whole = await metric.score(transcript, testCase, judge);
    const parts: Score[] = [];
    // One after the other: a tape has the judge's answers in this order.
    for (const { exchange, case: line } of linesOf(testCase)) {
      const played = transcript.exchanges.findIndex(({ number }) => number === exchange);
      const score = played < 0 ? unsaid(metric) : await lineMetric.score(upTo(transcript, played, reads), line, judge);
      parts.push(labelled(score, exchange));
    }
    return worstOf([whole, ...parts]);
  };
  return {
    ...metric,
    reads: [reads],
    ...(metric.applies ? { applies: (testCase) => metric.applies?.(testCase) || linesOf(testCase).length > 0 } : {}),
    ...(metric.judged
      ? {
          calls: undefined,
          mostCalls: (testCase) =>
            judgeCalls(metric, testCase) +
            linesOf(testCase).reduce((sum, { case: line }) => sum + judgeCalls(lineMetric, line), 0),
        }
      : {}),
    score: checkingScore(metric, (...given) =>
      linesOf(given[1]).length === 0 ? giveScore(metric, ...given) : scoreLines(...given),
    ),
    ...(metric.withDefaultThreshold
      ? {
          withDefaultThreshold: (fallback) => {
            const [whole, line] = [metric, lineMetric].map((one) => one.withDefaultThreshold?.(fallback) ?? one);
            return withLines(whole ?? metric, reads, line);
          },
        }
      : {}),
  };
}

/** The conversation as it stood at the end of an exchange, with only the tool calls of that exchange. */
function upTo(transcript: Transcript, index: number, reads: keyof LineExpectations): Transcript {
  const { exchanges, world, outcome, ...rest } = transcript;
  const isWhole = index === exchanges.length - 1;
  const isOfTools = reads === "tools" || reads === "calls";
  return {
    ...rest,
    exchanges: exchanges.slice(isOfTools ? index : 0, index + 1) as Exchange[],
    // How the world ended is not known yet at this point.
    ...(isWhole && world ? { world } : {}),
    outcome: isWhole ? outcome : { kind: "completed" },
  };
}

function unsaid({ name, judged, gating }: Metric): Scored {
  const label = "the line is said";
  const reason = "the conversation ended before the line was said";
  const check: Check = { id: "line", label, verdict: "unsaid", ok: false, value: 0, reason, evidence: [] };
  return { metric: name, judged, gating, status: "scored", value: 0, threshold: 1, passed: false, checks: [check] };
}

function labelled(score: Score, exchange: number): Score {
  if (score.status !== "scored") return { ...score, reason: `line ${exchange}: ${score.reason}` };
  const checks = score.checks.map((check) => ({
    ...check,
    id: `line-${exchange}.${check.id}`,
    label: `line ${exchange}: ${check.label}`,
  }));
  return { ...score, checks };
}

/** Parts that broke or were not decided come first, then the part furthest below its threshold. */
function worstOf(scores: readonly Score[]): Score {
  const undecided =
    scores.find(({ status }) => status === "errored") ?? scores.find(({ status }) => status === "unscored");
  if (undecided) return undecided;
  const scored = scores.filter((score) => score.status === "scored");
  const [worst] = scored.toSorted(
    (a, b) => Number(a.passed) - Number(b.passed) || a.value - a.threshold - (b.value - b.threshold),
  );
  if (!worst) return scores[0] as Score;
  return { ...worst, checks: scored.flatMap(({ checks }) => checks) };
}
