// Plays one kind of misbehaving agent among its neighbours by `viva run`, and says what was wrong with the outcome.
import { join } from "node:path";
import { type Ended, projectOf, type TestProject } from "../../packages/vivavoce/src/cli/cli.test-helper.ts";
import type { Misbehaviour } from "./misbehaviour.ts";
import { neighbours, odd } from "./neighbours.ts";

export const modes = ["one process", "--processes 4"] as const;
export type Mode = (typeof modes)[number];

export interface Played {
  kind: Misbehaviour;
  mode: Mode;
  code: number | null;
  /** Neighbours that did not pass, though nothing should have kept them from it. */
  touched: number;
  hasRightCode: boolean;
  /** What else was wrong comes here too. */
  complaints: string[];
}

export async function playKind(kind: Misbehaviour, mode: Mode): Promise<Played> {
  const project = projectOf({ "odd.eval.ts": suiteSource(kind.name) });
  const flags = mode === "one process" ? "--concurrency 3" : mode;
  const environment = kind.heap === undefined ? {} : { NODE_OPTIONS: `--max-old-space-size=${kind.heap}` };
  const ended = await project.viva(`run --timeout 5 ${flags}`, { environment });
  const played = await judge(kind, mode, ended, project);
  if (kind.expected === "ended" && mode === "one process") {
    const resumed = await project.viva("run --resume", { environment });
    const after = await judge(kind, "--processes 4", resumed, project);
    played.complaints.push(...after.complaints.map((complaint) => `after a resume: ${complaint}`));
  }
  return played;
}

function suiteSource(name: string): string {
  const file = join(import.meta.dirname, "neighbours.ts");
  return `import { suiteWith } from ${JSON.stringify(file)};\nexport default suiteWith(${JSON.stringify(name)});\n`;
}

async function judge(
  kind: Misbehaviour,
  mode: Mode,
  { code, stdout, stderr }: Ended,
  project: TestProject,
): Promise<Played> {
  const isAlone = mode === "--processes 4";
  const isSure = kind.expected !== "unsure" || isAlone;
  const mayStop = kind.expected === "ended" && !isAlone;
  const trials = await project.trials();
  const statusOf = (id: string) => trials.find(({ caseId }) => caseId === id)?.status ?? "pending";
  const own = statusOf(odd);
  const others = neighbours.map(statusOf);
  const touched = others.filter((status) => status !== "passed" && !(mayStop && status === "pending")).length;
  const isWhole = own !== "pending" && others.every((status) => status === "passed");
  const hasRightCode = isRightCode(code, { isSure, mayStop, isWhole, own });

  const complaints: string[] = [];
  const expect = (holds: boolean, complaint: string) => void (holds || complaints.push(complaint));
  expect(new Set(trials.map(({ caseId }) => caseId)).size === trials.length, "a trial is stored twice");
  expect(hasRightCode, `exit code ${code}, its trial is ${own}, its neighbours ${others.join(" ")}`);
  if (isSure) expect(touched === 0, `${touched} neighbours touched: ${others.join(" ")}`);
  const wanted = isAlone && kind.expected === "ended" ? "failed" : kind.expected;
  if (wanted === "failed" || wanted === "passed") expect(own === wanted, `its trial is ${own}, not ${wanted}`);
  if (isSure && (code === 0 || code === 1)) expect(/ of 9\b/.test(stdout), "the sum is not told");
  if (isSure) expect(!/ at .*(?:dist|node:internal)/.test(stderr), "a stack trace is shown");
  // Killed by a signal, or out of memory, the process can say nothing any more.
  if (wanted === "ended" && code === 3) expect(stderr.includes(odd), "the case at fault is not named");
  if (wanted === "failed") expect(stdout.includes(odd), "the case at fault is not named");
  return { kind, mode, code, touched: isSure ? touched : 0, hasRightCode, complaints };
}

/** A whole run returns its verdict; one that was cut short is neither a pass nor a plain fail. */
function isRightCode(
  code: number | null,
  { isSure, mayStop, isWhole, own }: { isSure: boolean; mayStop: boolean; isWhole: boolean; own: string },
): boolean {
  if (mayStop) return code !== 0 && code !== 1;
  if (!isWhole || !isSure) return code !== 0 || (isWhole && own === "passed");
  return code === (own === "passed" ? 0 : own === "failed" ? 1 : 3);
}
