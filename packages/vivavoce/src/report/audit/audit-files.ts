import type { SuiteAudit } from "../../calibration/index.ts";
import type { StoredRun } from "../../shape/index.ts";
import { reportName, type Write, writeFiles } from "../report-files.ts";
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
export function writeAuditFiles(
  wanted: readonly AuditReportKind[],
  folder: string,
  report: AuditReport,
): Promise<string[]> {
  const files = wanted.map((kind) => ({
    name: `${reportName(report.run)}-audit.${kind}`,
    report: (write: Write) => write(kinds[kind](report)),
  }));
  return writeFiles(files, folder, "With --record the answers are kept: --replay writes the report again.");
}
