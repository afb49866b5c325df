import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { InfrastructureError, messageOf } from "../../base/index.ts";
import type { SuiteAudit } from "../../calibration/index.ts";
import type { StoredRun } from "../../shape/index.ts";
import { reportName, writeWhole } from "../report-files.ts";
import { auditPage } from "./audit-page.ts";

/** What was audited and how, and what was found. The same tapes give the same bytes. */
interface AuditReport {
  run: StoredRun;
  seed: number;
  audits: readonly SuiteAudit[];
}

const kinds = {
  html: ({ run, audits }: AuditReport) => auditPage(run.id, audits),
  json: auditJson,
} as const;

export type AuditReportKind = keyof typeof kinds;
export const auditReportKinds = Object.keys(kinds) as AuditReportKind[];

export function auditJson({ run, seed, audits }: AuditReport): string {
  return `${JSON.stringify({ format: 1, run: run.id, seed, suites: audits }, null, 2)}\n`;
}

/** Writes reports of an audit into a folder and returns their paths. */
export async function writeAuditFiles(
  wanted: readonly AuditReportKind[],
  folder: string,
  report: AuditReport,
): Promise<string[]> {
  const paths: string[] = [];
  try {
    await mkdir(folder, { recursive: true });
    for (const kind of new Set(wanted)) {
      const path = join(folder, `${reportName(report.run)}-audit.${kind}`);
      await writeWhole(path, (write) => write(kinds[kind](report)));
      paths.push(path);
    }
  } catch (error) {
    const remedy = "With --record the answers are kept: --replay writes the report again.";
    throw new InfrastructureError({
      message: `a report could not be written: ${messageOf(error)}`,
      remedy,
      cause: error,
    });
  }
  return paths;
}
