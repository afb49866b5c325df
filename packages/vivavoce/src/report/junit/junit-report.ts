import type { StoredRun, StoredSuite, StoredTrial } from "../../store/index.ts";
import { showVariant } from "../../suite/index.ts";
import { sumKnown } from "../../transcript/index.ts";
import { failureLines } from "../failure-lines.ts";
import { plural } from "../figures.ts";
import type { ReportSettings } from "../report-settings.ts";
import { type JunitCounts, junitCounts } from "./junit-counts.ts";
import { xmlAttributes, xmlText } from "./xml.ts";

/**
 * Writes a run as JUnit XML, for whatever reads test results: a testsuite for each suite and variant, a testcase for
 * each trial. Trials that were planned and never played are an error: a run that is not over is not green.
 */
export async function writeJunitReport({ store, run, decisions, write }: ReportSettings): Promise<void> {
  await write(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${xmlAttributes({ name: `viva ${run.id}` })}>\n`);
  for (const suite of run.suites) {
    const decision = decisions.find((one) => one.suite === suite.name);
    const facts = {
      run: run.id,
      mode: suite.header.mode,
      dataset: suite.header.dataset,
      ...(decision ? { verdict: decision.verdict, reason: decision.reason } : {}),
    };
    for (const counts of await junitCounts(store, run.id, suite)) {
      const name = suiteName(suite, counts);
      const key = JSON.stringify(counts.variant);
      await write(suiteStart(name, counts, run));
      await write(properties(facts));
      for await (const trial of store.trials.read(run.id, suite.position)) {
        if (JSON.stringify(trial.variant) === key) await write(testcase(trial, name));
      }
      await write(`${neverPlayed(counts.neverPlayed, name)}  </testsuite>\n`);
    }
  }
  await write("</testsuites>\n");
}

/** "flow-coach · prompt v2" */
function suiteName({ name }: StoredSuite, { variant }: JunitCounts): string {
  return [name, showVariant(variant)].filter((part) => part !== "").join(" · ");
}

function suiteStart(name: string, counts: JunitCounts, { createdAt }: StoredRun): string {
  const { tests, failures, errors, skipped, latencyMs } = counts;
  const timestamp = new Date(createdAt).toISOString().slice(0, 19);
  return `  <testsuite${xmlAttributes({ name, tests, failures, errors, skipped, time: seconds(latencyMs), timestamp })}>\n`;
}

function properties(values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([name, value]) => `      <property${xmlAttributes({ name, value })}/>\n`);
  return `    <properties>\n${lines.join("")}    </properties>\n`;
}

function testcase(trial: StoredTrial, classname: string): string {
  const { caseId, repeat, transcript } = trial;
  const name = repeat > 1 ? `${caseId} #${repeat}` : caseId;
  const time = seconds(sumKnown(transcript.exchanges.map(({ replyMs }) => replyMs)));
  const start = `    <testcase${xmlAttributes({ name, classname, time })}`;
  const result = resultOf(trial);
  return result === "" ? `${start}/>\n` : `${start}>\n      ${result}\n    </testcase>\n`;
}

function resultOf({ status, transcript, scores }: StoredTrial): string {
  if (status === "passed") return "";
  if (status === undefined) return skipped("played, not scored yet");
  if (status === "skipped") return skipped("no metric applies");
  const { outcome, user } = transcript;
  const reasons = failureLines({ outcome, scores, faults: user?.faults });
  const lines = reasons.map(({ source, text }) => `${source}: ${text}`);
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
  const message = `${plural(count, "trial")} ${count === 1 ? "was" : "were"} planned and never played`;
  return `    <testcase${xmlAttributes({ name: "(not played)", classname })}>\n      <error${xmlAttributes({ message, type: "pending" })}/>\n    </testcase>\n`;
}

function seconds(milliseconds: number | undefined): string | undefined {
  return milliseconds === undefined ? undefined : (milliseconds / 1_000).toFixed(3);
}
