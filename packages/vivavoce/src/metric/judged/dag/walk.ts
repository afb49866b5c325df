import { safeLine } from "../../../base/index.ts";
import { ask, evidenceFor, type Judge, type Judgement, type Question, Unscored } from "../../../judge/index.ts";
import type { Case, Quote, Transcript } from "../../../shape/index.ts";
import type { Metric } from "../../types.ts";
import { judgesOf } from "../options.ts";
import { type DagNode, type DagOptions, type Found, isMetric, type NodeOf } from "./node.ts";

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
interface Walk {
  steps: DagStep[];
  leaf: NodeOf<"verdict"> | Metric;
  found: Record<string, Found>;
}

export interface Walker {
  /** Options with the defaults filled in. */
  settings: DagOptions & { name: string };
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
    if (node.kind === "task") {
      const { answer, reason: text, evidence: quotes } = step;
      found[node.id] = { question: node.question, found: answer === foundVerdict, text, quotes };
    }
    node = nextOf(node, step.answer);
  }
  return { steps, leaf: node, found };
}

function nextOf({ kind, id, branches }: JudgedNode | NodeOf<"code">, answer: string): DagNode {
  const branch = kind === "task" ? "next" : answer;
  const next = new Map(Object.entries<DagNode>(branches)).get(branch);
  if (next) return next;
  const known = Object.keys(branches).join(", ");
  throw new Error(`${kind} ${id} answered ${JSON.stringify(safeLine(answer, 60))}; its branches are: ${known}`);
}

function codeStep({ id, decide }: NodeOf<"code">, { transcript, testCase }: Walker, found: Walk["found"]): DagStep {
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
function divided(id: string, agreement: Judgement["agreements"][number] | undefined): Unscored {
  const votes = Object.entries(agreement?.votes ?? {}).map(([verdict, count]) => `${verdict} ${count}`);
  return new Unscored(`${id}: the judges are divided (${votes.join(", ")})`);
}

type JudgedNode = NodeOf<"task" | "binary" | "choice">;

/** What the judge is told beside the question, with what the earlier tasks found, by id. */
type QuestionSettings = Pick<Walker["settings"], "name" | "instructions" | "world"> & Pick<Walk, "found">;

const foundVerdict = "found";

/** The question that a node puts to the judge. */
export function nodeQuestion(node: JudgedNode, { name, instructions, world, found }: QuestionSettings): Question {
  const facts = Object.entries(found).map(([id, one]) => foundFact(id, one));
  return {
    name,
    instructions: [introduction(node), ...(instructions === undefined ? [] : [instructions])].join("\n\n"),
    items: [{ id: node.id, text: node.question, ...(node.kind === "binary" ? evidenceFor(node.question) : {}) }],
    menu: menuOfNode(node),
    evidence: "required-or-absent",
    facts,
    world,
    // An earlier finding of the judge is not evidence for a later verdict.
    ...(world === undefined || world === "none" ? { sources: ["reply", "user", "call", "result"] } : {}),
  };
}

function introduction({ kind }: JudgedNode): string {
  if (kind === "task") {
    return "The item says what to find in the conversation. Quote every passage that shows it, and say in the reasoning, in full, what you found: later questions are told only that.";
  }
  return "The item is a question about the conversation. Answer it from the record alone. What the user says, what was said before the exam and the given facts only help to understand what the agent did, unless the question is about them.";
}

function menuOfNode(node: JudgedNode): Question["menu"] {
  if (node.kind === "task") {
    return [
      { verdict: foundVerdict, meaning: "the record has it", evidence: "required", anywhere: true },
      { verdict: "nothing", meaning: "the record has nothing like that", evidence: "none" },
    ];
  }
  if (node.kind === "choice") {
    return Object.entries(node.options).map(([verdict, meaning]) => ({
      ...{ verdict, meaning, anywhere: true },
      ...evidenceFor(`${verdict} ${meaning}`),
    }));
  }
  // The question may be about the user.
  return [
    { verdict: "yes", meaning: "the answer to the question is yes", anywhere: true },
    { verdict: "no", meaning: "the answer is no", evidence: "required-or-absent", anywhere: true },
  ];
}

function foundFact(id: string, { question, found, text, quotes }: Found) {
  const words = quotes.map(
    (quote) => `“${quote.text}”${quote.exchange === undefined ? "" : ` (exchange ${quote.exchange})`}`,
  );
  const result = found ? [text, ...words] : ["Nothing like that.", text];
  return { id: `found:${id}`, title: `What was found before: ${question}`, text: result.filter(Boolean).join("\n") };
}
