import { safeLine } from "../../../base/index.ts";
import { type Agreement, ask, type Judge, type Judgement, Unscored } from "../../../judge/index.ts";
import type { Case, Quote, Transcript } from "../../../shape/index.ts";
import type { Metric } from "../../types.ts";
import { judgesOf } from "../options.ts";
import {
  type CodeNode,
  type Dag,
  type DagNode,
  type Found,
  isMetric,
  type TaskNode,
  taskBranch,
  type VerdictNode,
} from "./node.ts";
import { foundVerdict, type JudgedNode, nodeQuestion } from "./node-question.ts";

/** One node on the path, and how it was answered. */
interface DagStep {
  id: string;
  label: string;
  /** The branch that was taken, or what a task found. */
  answer: string;
  reason: string;
  evidence: readonly Quote[];
  /** Left out if code decided. */
  judgement?: Judgement | undefined;
}

/** The path from the root to the one leaf that decides. */
export interface Walk {
  steps: DagStep[];
  leaf: VerdictNode | Metric;
  found: Record<string, Found>;
}

export interface Walker {
  settings: Dag;
  transcript: Transcript;
  testCase: Case;
  judge: Judge;
}

/** Goes through a graph: each node on the path is answered once, and the answer says which node comes next. */
export async function walk(root: DagNode, walker: Walker): Promise<Walk> {
  const steps: DagStep[] = [];
  const found: Record<string, Found> = {};
  let node = root;
  while (!isMetric(node) && node.kind !== "verdict") {
    const step = node.kind === "code" ? codeStep(node, walker, found) : await judgedStep(node, walker, found);
    steps.push(step);
    if (node.kind === "task") found[node.id] = foundBy(node, step);
    node = nextOf(node, step.answer);
  }
  return { steps, leaf: node, found };
}

function foundBy({ question }: TaskNode, { answer, reason, evidence }: DagStep): Found {
  return { question, found: answer === foundVerdict, text: reason, quotes: evidence };
}

function nextOf({ kind, id, branches }: JudgedNode | CodeNode, answer: string): DagNode {
  const branch = kind === "task" ? taskBranch : answer;
  const next = new Map(Object.entries<DagNode>(branches)).get(branch);
  if (next) return next;
  const known = Object.keys(branches).join(", ");
  throw new Error(`${kind} ${id} answered ${JSON.stringify(safeLine(answer, 60))}; its branches are: ${known}`);
}

function codeStep({ id, decide }: CodeNode, { transcript, testCase }: Walker, found: Walk["found"]): DagStep {
  const said = decide(transcript, testCase, found);
  const { branch, reason, evidence = [] } = typeof said === "string" ? { branch: said, reason: "" } : said;
  return { id, label: id, answer: branch, reason: reason ? `by code: ${reason}` : "by code", evidence };
}

async function judgedStep(
  node: JudgedNode,
  { settings, transcript, judge }: Walker,
  found: Walk["found"],
): Promise<DagStep> {
  const { samples, temperature } = settings;
  const question = nodeQuestion(node, { ...settings, found });
  const subject = { transcript, repeat: judge.repeat };
  const judgement = await ask(judgesOf(settings, judge), question, subject, { samples, temperature }).catch(
    (error: unknown) => {
      throw Unscored.is(error) ? new Unscored(`${node.id}: ${error.message}`, error.detail) : error;
    },
  );
  const [agreement] = judgement.agreements;
  const voice = agreement?.voices.find(({ verdict }) => verdict === agreement.winner);
  if (!voice) throw divided(node.id, agreement);
  const { verdict: answer, reasoning: reason, evidence } = voice;
  return { id: node.id, label: node.question, answer, reason, evidence, judgement };
}

/** A graph cannot follow two branches, so there is no score if the judges are divided. */
function divided(id: string, agreement: Agreement | undefined): Unscored {
  const votes = Object.entries(agreement?.votes ?? {}).map(([verdict, count]) => `${verdict} ${count}`);
  return new Unscored(`${id}: the judges are divided (${votes.join(", ")})`);
}
