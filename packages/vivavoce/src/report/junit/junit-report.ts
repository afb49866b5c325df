import { plural, safeLine, safeText } from "../../base/index.ts";
import { skippedReason } from "../../gate/index.ts";
import { type StoredRun, type SuiteDecision, showVariant, sumKnown, type VariantSummary } from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";
import { failureLines } from "../failure-lines.ts";
import { showMeasure } from "../figures.ts";
import type { ReportSettings } from "../report-settings.ts";
import { shownSuites, type VariantView } from "../views/runs-view.ts";

/**
 * Writes a run as JUnit XML, for tools that read test results: a testsuite for each suite and variant, a testcase for
 * each trial. Trials that were never played are an error, so that an unfinished run is not green; nor is a suite that
 * did not pass although none of its trials failed.
 */
export async function writeJunitReport({ store, run, decisions, write }: ReportSettings): Promise<void> {
  await write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes({ name: `viva ${run.id}` })}>\n`);
  for (const { name: suite, position, mode, dataset, decision, variants } of await shownSuites(store, run, decisions)) {
    const facts = {
      ...{ run: run.id, mode, dataset },
      ...(decision ? { verdict: decision.verdict, reason: decision.reason } : {}),
    };
    for (const [index, shown] of variants.entries()) {
      // "flow-coach · prompt v2"
      const name = [suite, showVariant(shown.variant)].filter((part) => part !== "").join(" · ");
      const key = JSON.stringify(shown.variant);
      const unseen = index === 0 ? unseenVerdict(decision, variants) : undefined;
      await write(suiteStart(name, shown, run, unseen));
      await write(properties({ ...facts, ...figures(shown) }));
      for await (const trial of store.trials.read(run.id, position)) {
        if (JSON.stringify(trial.variant) === key) await write(testcase(trial, name));
      }
      const rest = [neverPlayed(shown.tally.planned - shown.played, name), verdictCase(unseen, name)];
      await write(`${rest.join("")}  </testsuite>\n`);
    }
  }
  await write("</testsuites>\n");
}

/**
 * The verdict of a suite whose testcases show no failure and no error, and which did not pass all the same: too many
 * trials unscored, none that was decided, a floor or a baseline that was missed. Most tools look at nothing else.
 */
function unseenVerdict(
  decision: SuiteDecision | undefined,
  summaries: readonly VariantSummary[],
): SuiteDecision | undefined {
  const isRed = summaries.some(({ tally, played }) => tally.failed + tally.errored > 0 || tally.planned > played);
  if (!decision || isRed || decision.verdict === "pass") return undefined;
  // A policy may let an inconclusive run through.
  return decision.verdict === "inconclusive" && decision.exitCode === 0 ? undefined : decision;
}

/** Trials that were planned and have no conversation are one testcase together, and an error. */
function suiteStart(
  name: string,
  { tally, played, latency }: VariantSummary,
  { createdAt }: StoredRun,
  unseen: SuiteDecision | undefined,
): string {
  const open = tally.planned > played ? 1 : 0;
  const isError = unseen?.verdict === "error";
  const counts = {
    tests: played + open + (unseen ? 1 : 0),
    failures: tally.failed + (unseen && !isError ? 1 : 0),
    errors: tally.errored + open + (isError ? 1 : 0),
    skipped: played - tally.passed - tally.failed - tally.errored,
  };
  const timestamp = new Date(createdAt).toISOString().slice(0, 19);
  return `  <testsuite${xmlAttributes({ name, ...counts, time: seconds(latency?.total), timestamp })}>\n`;
}

/** The figures of the other reports. */
function figures({ metrics, words }: VariantView): Record<string, string> {
  const notes = [...(words.reliability === undefined ? [] : [words.reliability]), ...words.beyond].join("; ");
  return {
    "pass rate": words.passRate,
    ...Object.fromEntries(metrics.map((metric) => [metric.name, showMeasure(metric)])),
    ...(notes === "" ? {} : { notes }),
  };
}

function properties(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `      <property${xmlAttributes({ name, value })}/>\n`);
  return `    <properties>\n${lines.join("")}    </properties>\n`;
}

function testcase(trial: StoredTrial, classname: string): string {
  const { caseId, title, repeat, transcript } = trial;
  // Tools identify a test by its name: the id makes names unique, and is what viva's commands take.
  const called = title === caseId ? caseId : `${safeLine(title, 200)} (${caseId})`;
  const name = repeat > 1 ? `${called} #${repeat}` : called;
  const time = seconds(sumKnown(transcript.exchanges.map(({ replyMs }) => replyMs)));
  const start = `    <testcase${xmlAttributes({ name, classname, time })}`;
  const { origin } = trial.answers;
  const known = `      <properties><property${xmlAttributes({ name: "origin", value: origin })}/></properties>\n`;
  const result = resultOf(trial);
  return `${start}>\n${known}${result === "" ? "" : `      ${result}\n`}    </testcase>\n`;
}

function resultOf(trial: StoredTrial): string {
  const { status, scores } = trial;
  if (status === "passed") return "";
  if (status === undefined) return skipped("played, not scored yet");
  if (status === "skipped") return skipped(skippedReason(scores));
  const lines = failureLines(trial).map(({ source, text }) => `${source}: ${text}`);
  if (status === "unscored") return skipped(`unscored: ${lines.join("; ")}`);
  const element = status === "failed" ? "failure" : "error";
  const attributes = xmlAttributes({ message: lines[0] ?? status, type: status });
  return `<${element}${attributes}>${xmlText(lines.join("\n"))}</${element}>`;
}

function skipped(message: string): string {
  return `<skipped${xmlAttributes({ message })}/>`;
}

function neverPlayed(count: number, classname: string): string {
  if (count <= 0) return "";
  const message = `${plural(count, "trial")} ${count === 1 ? "was" : "were"} planned, but never played`;
  return `    <testcase${xmlAttributes({ name: "(not played)", classname })}>\n      <error${xmlAttributes({ message, type: "pending" })}/>\n    </testcase>\n`;
}

function verdictCase(unseen: SuiteDecision | undefined, classname: string): string {
  if (!unseen) return "";
  const { verdict, reason } = unseen;
  const element = verdict === "error" ? "error" : "failure";
  return `    <testcase${xmlAttributes({ name: "(verdict)", classname })}>\n      <${element}${xmlAttributes({ message: reason, type: verdict })}/>\n    </testcase>\n`;
}

function seconds(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : (milliseconds / 1_000).toFixed(3);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
  "\n": "&#10;",
  "\t": "&#9;",
};

/** Code points that XML 1.0 does not allow in any form, besides the control characters removed before. */
const notInXml = /[\ufffe\uffff]/g;

/** Text for the inside of an element. The ends of CDATA sections and comments have no meaning in it. */
export function xmlText(text: string): string {
  return legal(text).replace(/[&<>]/g, (character) => entities[character] ?? "");
}

/** Text for an attribute in double quotes; newlines and tabs are kept as references. */
function xmlAttribute(text: string): string {
  return legal(text).replace(/[&<>"'\n\t]/g, (character) => entities[character] ?? "");
}

function legal(text: string): string {
  return safeText(text).replace(notInXml, "�");
}

/** ` name="value"` for each that is given. */
export function xmlAttributes(values: Readonly<Record<string, string | number | undefined>>): string {
  return Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${xmlAttribute(String(value))}"`))
    .join("");
}
