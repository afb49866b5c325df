import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { InfrastructureError, messageOf } from "../base/index.ts";
import type { StoredRun } from "../store/index.ts";
import { writeHtmlReport } from "./html/html-report.ts";
import { writeJsonReport } from "./json-report.ts";
import { writeJunitReport } from "./junit/junit-report.ts";
import { writeMarkdownReport } from "./markdown/markdown-report.ts";
import type { ReportSettings } from "./report-settings.ts";

const kinds = {
  html: { ending: "html", report: writeHtmlReport },
  junit: { ending: "junit.xml", report: writeJunitReport },
  json: { ending: "json", report: writeJsonReport },
  markdown: { ending: "md", report: writeMarkdownReport },
} as const satisfies Record<string, { ending: string; report(settings: ReportSettings): Promise<void> }>;

export type ReportKind = keyof typeof kinds;
export const reportKinds = Object.keys(kinds) as ReportKind[];

/** Writes reports of a run into a folder and returns their paths. A file is either complete or not there. */
export async function writeReportFiles(
  wanted: readonly ReportKind[],
  folder: string,
  facts: Omit<ReportSettings, "write">,
): Promise<string[]> {
  const paths: string[] = [];
  try {
    await mkdir(folder, { recursive: true });
    for (const kind of new Set(wanted)) {
      const { ending, report } = kinds[kind];
      const path = join(folder, `${reportName(facts.run)}.${ending}`);
      await writeWhole(path, (write) => report({ ...facts, write }));
      paths.push(path);
    }
  } catch (error) {
    const remedy = `The run is in the store: viva show ${facts.run.id} --report writes its reports again.`;
    throw new InfrastructureError({
      message: `a report could not be written: ${messageOf(error)}`,
      remedy,
      cause: error,
    });
  }
  return paths;
}

/** "2026-11-15T03-20-11-flow-coach-7f3a51c2": when the run began, its suites, its id. */
export function reportName({ createdAt, suites, id }: StoredRun): string {
  const [only, second] = suites;
  const name = only && !second ? only.name.replace(/[^\w.-]/g, "_") : `${suites.length}-suites`;
  return `${new Date(createdAt).toISOString().slice(0, 19).replaceAll(":", "-")}-${name}-${id}`;
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
    await rm(part, { force: true });
    throw error;
  }
}
