import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { InfrastructureError, messageOf } from "../base/index.ts";
import type { StoredRun } from "../shape/index.ts";
import { writeComparisonPage, writeHtmlReport } from "./html/html-report.ts";
import { writeJsonReport } from "./json-report.ts";
import { writeJunitReport } from "./junit/junit-report.ts";
import { comparisonMarkdown, markdownReport } from "./markdown/markdown-report.ts";
import type { ReportSettings } from "./report-settings.ts";
import { type CompareAnswer, comparisonJson } from "./views/compare-view.ts";

const kinds = {
  html: { ending: "html", report: writeHtmlReport },
  junit: { ending: "junit.xml", report: writeJunitReport },
  json: { ending: "json", report: writeJsonReport },
  markdown: { ending: "md", report: async (of) => of.write(await markdownReport(of)) },
} as const satisfies Kinds<string, ReportSettings>;

/** Reports of a run. */
export const runReports = reportsOf(kinds, ({ run }: Omit<ReportSettings, "write">) => ({
  name: reportName(run),
  remedy: `The run is in the store: viva show ${run.id} --report writes its reports again.`,
}));

const comparisonKinds = {
  html: { ending: "html", report: writeComparisonPage },
  json: {
    ending: "json",
    report: ({ comparison, write }) => write(`${JSON.stringify(comparisonJson(comparison), null, 2)}\n`),
  },
  markdown: { ending: "md", report: ({ comparison, write }) => write(comparisonMarkdown(comparison)) },
} as const satisfies Kinds<string, Parameters<typeof writeComparisonPage>[0]>;

/** Reports of a comparison of two runs. */
export const comparisonReports = reportsOf(
  comparisonKinds,
  ({ comparison }: Omit<Parameters<typeof writeComparisonPage>[0], "write">) => ({
    name: comparisonName(comparison),
    remedy: "Both sides are still there: compare them again.",
  }),
);

/** Where the text of a report goes. */
type Write = (text: string) => Promise<void>;

/** The kinds of reports on one thing: how the name of each file ends, and what writes it. */
type Kinds<Kind extends string, Settings> = Readonly<
  Record<Kind, { ending: string; report(settings: Settings): void | Promise<void> }>
>;

/** The kinds of reports that there are of one thing, and what writes those that are wanted. */
export function reportsOf<Kind extends string, Facts>(
  kinds: Kinds<Kind, Facts & { write: Write }>,
  about: (facts: Facts) => { name: string; remedy: string },
) {
  return {
    kinds: Object.keys(kinds) as Kind[],
    /** Writes reports into a folder, each complete or not at all, and returns their paths. */
    async write(wanted: readonly Kind[], folder: string, facts: Facts): Promise<string[]> {
      const { name, remedy } = about(facts);
      const byPath = new Map(wanted.map((kind) => [join(folder, `${name}.${kinds[kind].ending}`), kinds[kind]]));
      try {
        await mkdir(folder, { recursive: true });
        for (const [path, { report }] of byPath) await writeWhole(path, async (write) => report({ ...facts, write }));
      } catch (error) {
        const message = `a report could not be written: ${messageOf(error)}`;
        throw new InfrastructureError({ message, remedy, cause: error });
      }
      return [...byPath.keys()];
    },
  };
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
export async function writeWhole(path: string, make: (write: Write) => Promise<void>): Promise<void> {
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
