/** What is used of the report that Stryker writes. */
export interface Report {
  files: Record<string, { source: string; mutants: readonly Mutant[] }>;
}

interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: string;
  location: { start: { line: number } };
}

interface Counts {
  changes: number;
  noticed: number;
  survived: number;
  /** No test runs the line. */
  untested: number;
}

/** Changes that do not compile or that are left out on purpose do not count. */
export function countsOf({ files }: Report): Counts {
  const statuses = Object.values(files).flatMap(({ mutants }) => mutants.map(({ status }) => status));
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  // An endless loop is noticed too: the test times out.
  const noticed = count("Killed", "Timeout");
  const [survived, untested] = [count("Survived"), count("NoCoverage")];
  return { changes: noticed + survived + untested, noticed, survived, untested };
}

export const tableHead = [
  "| room | changes | noticed | not noticed | never run | score | measured |",
  "| --- | --- | --- | --- | --- | --- | --- |",
];

export function rowOf(room: string, { changes, noticed, survived, untested }: Counts, day = new Date()): string {
  const score = changes === 0 ? "–" : `${((100 * noticed) / changes).toFixed(1)} %`;
  const cells = [room, changes, noticed, survived, untested, score, day.toISOString().slice(0, 10)];
  return `| ${cells.join(" | ")} |`;
}

/** "stats/kappa.ts:41 ConditionalExpression → true: return rows.some(…)". */
export function survivorsOf({ files }: Report): string[] {
  return Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    return mutants
      .filter(({ status }) => status === "Survived" || status === "NoCoverage")
      .map(({ mutatorName, replacement = "", location: { start } }) => {
        const change = `${mutatorName} → ${replacement.replace(/\s+/g, " ").slice(0, 80)}`;
        return `${file}:${start.line} ${change}: ${lines[start.line - 1]?.trim()}`;
      });
  });
}
