import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { InfrastructureError, messageOf } from "../base/index.ts";
import type { StoredRun } from "../shape/index.ts";
import {
  type ComparisonReportSettings,
  comparisonAddress,
  comparisonBlocks,
  comparisonSummary,
  writeComparisonPage,
} from "./comparison-report.ts";
import { writeHtmlReport } from "./html/html-report.ts";
import { writeJsonReport } from "./json-report.ts";
import { writeJunitReport } from "./junit/junit-report.ts";
import { comparisonMarkdown } from "./markdown/comparison-markdown.ts";
import { writeMarkdownReport } from "./markdown/markdown-report.ts";
import type { ReportSettings } from "./report-settings.ts";
import { type CompareAnswer, comparisonJson } from "./views/compare-view.ts";

const kinds = {
  html: { ending: "html", report: writeRunPage },
  junit: { ending: "junit.xml", report: writeJunitReport },
  json: { ending: "json", report: writeJsonReport },
  markdown: { ending: "md", report: writeMarkdownReport },
} as const satisfies Record<string, { ending: string; report(settings: ReportSettings): Promise<void> }>;

/** The page of a run. One that was compared opens at the comparison, and holds the flips of both sides. */
function writeRunPage(settings: ReportSettings): Promise<void> {
  const { store, run, comparison, invocation = "npx viva" } = settings;
  if (!comparison) return writeHtmlReport(settings);
  const answers = comparisonBlocks({ store, invocation, comparison, held: run.id });
  const below = comparisonSummary(comparison);
  return writeHtmlReport({ ...settings, answers, below, start: comparisonAddress(comparison) });
}

export type ReportKind = keyof typeof kinds;
export const reportKinds = Object.keys(kinds) as ReportKind[];

/** Writes reports of a run into a folder and returns their paths. A file is either complete or not there. */
export function writeReportFiles(
  wanted: readonly ReportKind[],
  folder: string,
  facts: Omit<ReportSettings, "write">,
): Promise<string[]> {
  const remedy = `The run is in the store: viva show ${facts.run.id} --report writes its reports again.`;
  const files = wanted.map((kind) => ({
    name: `${reportName(facts.run)}.${kinds[kind].ending}`,
    report: (write: Write) => kinds[kind].report({ ...facts, write }),
  }));
  return writeFiles(files, folder, remedy);
}

const comparisonKinds = {
  html: writeComparisonPage,
  json: async ({ comparison, write }) => write(`${JSON.stringify(comparisonJson(comparison), null, 2)}\n`),
  markdown: async ({ comparison, write }) => write(comparisonMarkdown(comparison)),
} as const satisfies Partial<Record<ReportKind, (settings: ComparisonReportSettings) => Promise<void>>>;

export type ComparisonReportKind = keyof typeof comparisonKinds;
export const comparisonReportKinds = Object.keys(comparisonKinds) as ComparisonReportKind[];

/** The same for a comparison of two runs. */
export function writeComparisonFiles(
  wanted: readonly ComparisonReportKind[],
  folder: string,
  facts: Omit<ComparisonReportSettings, "write">,
): Promise<string[]> {
  const files = wanted.map((kind) => ({
    name: `${comparisonName(facts.comparison)}.${kinds[kind].ending}`,
    report: (write: Write) => comparisonKinds[kind]({ ...facts, write }),
  }));
  return writeFiles(files, folder, "Both sides are still there: compare them again.");
}

/** Where the text of a report goes. */
export type Write = (text: string) => Promise<void>;

/** Writes files into a folder, each complete or not at all, and returns their paths. */
export async function writeFiles(
  files: readonly { name: string; report(write: Write): Promise<void> }[],
  folder: string,
  remedy: string,
): Promise<string[]> {
  const byPath = new Map(files.map(({ name, report }) => [join(folder, name), report]));
  try {
    await mkdir(folder, { recursive: true });
    for (const [path, report] of byPath) await writeWhole(path, report);
  } catch (error) {
    throw new InfrastructureError({
      message: `a report could not be written: ${messageOf(error)}`,
      remedy,
      cause: error,
    });
  }
  return [...byPath.keys()];
}

/** "2026-11-15T03-20-11-flow-coach-7f3a51c2": when the run began, its suites, its id. */
export function reportName({ createdAt, suites, id }: StoredRun): string {
  const [only, second] = suites;
  const name = only && !second ? only.name.replace(/[^\w.-]/g, "_") : `${suites.length}-suites`;
  return `${inName(createdAt)}-${name}-${id}`;
}

/** "2026-11-15T03-20-11-compare-main-7f3a51c2": when the later run began, and both sides. */
function comparisonName({ before, after }: CompareAnswer): string {
  const sides = [before, after].map(({ name }) => name.replace(/[^\w.-]/g, "_").slice(-60));
  return [`${inName(after.createdAt)}-compare`, ...sides].join("-");
}

function inName(time: number | string): string {
  return new Date(time).toISOString().slice(0, 19).replaceAll(":", "-");
}

/** Writes a file piece by piece. It is either complete or not there. */
export async function writeWhole(
  path: string,
  make: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const part = `${path}.${process.pid}.part`;
  const stream = createWriteStream(part);
  const closed = finished(stream);
  // Awaited below; until then a failure must not count as unhandled.
  closed.catch(() => {});
  try {
    await make(async (text) => {
      if (!stream.write(text)) await Promise.race([once(stream, "drain"), closed]);
    });
    stream.end();
    await closed;
    await rename(part, path);
  } catch (error) {
    stream.destroy();
    // A file that is still being opened would be made after it was removed.
    await closed.catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}
