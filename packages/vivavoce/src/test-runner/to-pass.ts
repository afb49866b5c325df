import { InputError, showValue } from "../base/index.ts";
import { trialStatus } from "../gate/index.ts";
import type { Metric } from "../metric/index.ts";
import type { Score, Transcript } from "../shape/index.ts";
import { atWork, type PlayedTest, playedTests } from "./file-run.ts";
import { decidable, ExchangeOf, type MatcherContext, passageOf, trialText } from "./matcher.ts";
import { adopt, type ToPassOptions } from "./play.ts";
import { awaited, type Runner } from "./runner.ts";
import { passageMatchers } from "./transcript-matchers.ts";

/** All matchers, for a runner. */
export function matchersFor(runner: Runner) {
  return {
    ...passageMatchers,
    toPass: decidable(function (received: unknown, ...given: (Metric | ToPassOptions)[]) {
      return awaited(runner, "toPass", toPass(runner, this, received, given));
    }),
  };
}

/**
 * Whether every metric passes. `.not` holds if one was scored and failed: an unscored metric meets neither.
 */
async function toPass(
  runner: Runner,
  context: Pick<MatcherContext, "isNot">,
  received: unknown,
  given: readonly (Metric | ToPassOptions)[],
) {
  const { metrics, options } = readGiven(given);
  if (received instanceof ExchangeOf) throw new TypeError("toPass() scores whole conversations: leave exchange() out");
  const { transcript } = passageOf(received, "toPass");
  const known = playedTests.get(transcript);
  if (known && Object.keys(options).length > 0) throw playKnows(options);
  const played = known ?? playedTests.get(await adopt(runner, transcript, options));
  if (!played) throw new RangeError("a transcript that was taken is known");
  return atWork(async () => {
    const wanted = settled(metrics, played);
    const scores = await played.trial.open.score(wanted);
    const status = trialStatus(transcript, scores);
    await played.run.score(played.trial, wanted, scores);
    // The agent may have gone on in the meantime.
    passageOf(received, "toPass");
    const passed = status === "passed" && scores.every((score) => score.status === "scored" && score.passed);
    const failed = status === "failed" && scores.some((score) => score.status === "scored" && !score.passed);
    const told = () => message(transcript, scores, played, context.isNot === true ? "not pass" : "pass");
    // A result that is neither a pass nor a failure meets no expectation, with or without `.not`.
    return { pass: context.isNot === true ? !failed : passed, message: told };
  });
}

/** Two words about one thing: what is passed over here could be what the test is about. */
function playKnows(options: ToPassOptions): InputError {
  const given = Object.keys(options).join(", ");
  return new InputError({
    message: `toPass() was given ${given}, but play() has played this conversation with its own`,
    remedy: `Give ${given} to play() instead.`,
  });
}

function readGiven(given: readonly (Metric | ToPassOptions)[]): { metrics: Metric[]; options: ToPassOptions } {
  const last = given.at(-1);
  const hasOptions = given.length > 0 && isOptions(last);
  const metrics = (hasOptions ? given.slice(0, -1) : given) as Metric[];
  const problems = metrics.flatMap((metric, index) =>
    isMetric(metric)
      ? []
      : [{ message: `toPass(): argument ${index + 1} is ${showValue(metric)}, which is not a metric` }],
  );
  if (metrics.length === 0) problems.push({ message: "toPass() was given no metric, so nothing would be checked" });
  if (problems.length > 0) {
    throw new InputError(problems.map((one) => ({ ...one, remedy: "Give metrics: toPass(toolUse(), safety())." })));
  }
  const names = metrics.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new InputError({
      message: `toPass(): two metrics are called ${twice}`,
      remedy: 'Give one of them a name of its own: { name: "…" }.',
    });
  }
  return { metrics, options: hasOptions ? (last as ToPassOptions) : {} };
}

function isMetric(value: unknown): value is Metric {
  return typeof value === "object" && value !== null && "score" in value && typeof value.score === "function";
}

function isOptions(value: unknown): value is ToPassOptions {
  const known = ["case", "models", "traffic"];
  return (
    typeof value === "object" &&
    value !== null &&
    !isMetric(value) &&
    !Array.isArray(value) &&
    Object.keys(value).every((key) => known.includes(key))
  );
}

/** The metrics as in a suite; each of them decides. */
function settled(metrics: readonly Metric[], { trial, threshold }: PlayedTest): Metric[] {
  const own = trial.plan.metrics.filter(({ name }) => !metrics.some((metric) => metric.name === name));
  return [...metrics, ...own].map((metric) => ({
    ...(metric.judged && threshold !== undefined ? (metric.withDefaultThreshold?.(threshold) ?? metric) : metric),
    gating: true,
    watches: false,
  }));
}

function message(transcript: Transcript, scores: readonly Score[], { run, trial }: PlayedTest, wanted: string): string {
  const skipped = scores.flatMap((score) =>
    score.status === "skipped" ? [`  ${score.metric}  skipped: ${score.reason}`] : [],
  );
  const passed = scores.flatMap((score) =>
    score.status === "scored" && score.passed && wanted === "not pass"
      ? [`  ${score.metric}  ${score.value.toFixed(2)}, passes at ${score.threshold}`]
      : [],
  );
  const facts = { run: run.id, caseId: trial.caseId, transcript, scores };
  return trialText(`the conversation should ${wanted}`, facts, [...skipped, ...passed]);
}
