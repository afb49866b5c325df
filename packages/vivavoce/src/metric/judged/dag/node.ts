import type { WorldView } from "../../../judge/index.ts";
import type { Case, Quote, Transcript } from "../../../shape/index.ts";
import type { Metric } from "../../types.ts";
import type { JudgedOptions } from "../definition.ts";

/** A node of a decision graph. A metric is a leaf: its value decides. The same object in two places is one node. */
export type DagNode = TaskNode | BinaryNode | ChoiceNode | CodeNode | VerdictNode | Metric;

/** The nodes of one kind, or of several. */
export type NodeOf<Kind extends string> = Extract<DagNode, { readonly kind: Kind }>;

/** The nodes that answers lead to, by answer. */
type Branches = Readonly<Record<string, DagNode>>;

/** Has the judge find something and gives that to the nodes after it. */
interface TaskNode {
  readonly kind: "task";
  /** Names the node in the graph. */
  readonly id: string;
  /** What the judge is to find. */
  readonly question: string;
  /** The node that comes after it. */
  readonly branches: { readonly next: DagNode };
}

/** A question that the judge answers with yes or no. */
interface BinaryNode {
  readonly kind: "binary";
  /** Names the node in the graph. */
  readonly id: string;
  /** What the judge is asked. */
  readonly question: string;
  /** The node that each answer leads to. */
  readonly branches: { readonly yes: DagNode; readonly no: DagNode };
}

/** A question that the judge answers with one of several options. */
interface ChoiceNode {
  readonly kind: "choice";
  /** Names the node in the graph. */
  readonly id: string;
  /** What the judge is asked. */
  readonly question: string;
  /** Each option with what it means. */
  readonly options: Readonly<Record<string, string>>;
  /** The node that each option leads to. */
  readonly branches: Branches;
}

/** A question that code answers. */
interface CodeNode {
  readonly kind: "code";
  /** Names the node in the graph. */
  readonly id: string;
  /** Answers with a branch. */
  readonly decide: Decide;
  /** The node that each answer leads to. */
  readonly branches: Branches;
}

/** A leaf with its value. */
interface VerdictNode {
  readonly kind: "verdict";
  /** If left out, the leaves are numbered in the order of the graph. */
  readonly id?: string | undefined;
  /** From 0 to 1. */
  readonly value: number;
  /** Why, in words. */
  readonly reason: string;
}

/** What a task found, in the judge's words, with quotes from the record. */
export interface Found {
  /** What it was asked to find. */
  question: string;
  /** False if the record has nothing of the kind. */
  found: boolean;
  /** What was found, in the judge's words. */
  text: string;
  /** The words of the transcript that support it. */
  quotes: readonly Quote[];
}

/** Returns a branch, alone or with a reason and quotes. `found` holds what the earlier tasks found, by id. */
export type Decide<Branch extends string = string> = (
  transcript: Transcript,
  testCase: Case,
  found: Readonly<Record<string, Found>>,
) => Branch | CodeAnswer<Branch>;

/** A branch, and why. */
interface CodeAnswer<Branch extends string = string> {
  /** The branch to follow. */
  branch: Branch;
  /** Why, in a sentence. */
  reason: string;
  /** The words of the transcript that support it. */
  evidence?: readonly Quote[] | undefined;
}

/** The same branches, each leading to what is made of the node that it led to. */
export function mapped<From, To>(
  branches: Readonly<Record<string, From>>,
  make: (target: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(branches).map(([branch, target]) => [branch, make(target)]));
}

export function isMetric(node: object): node is Metric {
  return "score" in node && typeof node.score === "function" && "identity" in node;
}

/** What a node needs by its kind: the branches that its answers take, and what is wrong with its question or value. */
export function needsOf({ kind, options, question = "", value }: Described): Needs {
  if (kind === "verdict") {
    const isValue = value !== undefined && value >= 0 && value <= 1;
    return { faults: isValue ? [] : [`has the value ${value}: give one from 0 to 1`] };
  }
  const wanted = { task: ["next"], binary: ["yes", "no"], choice: Object.keys(options ?? {}) }[kind];
  return { wanted, faults: question.trim() === "" ? ["asks nothing: give it a question"] : [] };
}

interface Described {
  kind: "task" | "binary" | "choice" | "verdict";
  options?: Readonly<Record<string, string>> | undefined;
  question?: string | undefined;
  value?: number | undefined;
}

interface Needs {
  wanted?: readonly string[] | undefined;
  faults: readonly string[];
}

/**
 * There is no `budget`, because a node asks about the whole conversation, which is never cut into windows. There is no
 * `quotes`, because a node's answer is neither for nor against the agent.
 */
export interface DagOptions extends Omit<JudgedOptions, "budget" | "quotes"> {
  /** The node with which the graph begins. */
  root: DagNode;
  /** What the judge is told at every node. */
  instructions?: string | undefined;
  /** How much of the world the judge is shown; "none" if left out. */
  world?: WorldView | undefined;
}
