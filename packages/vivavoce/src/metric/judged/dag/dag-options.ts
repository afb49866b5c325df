import type { WorldView } from "../../../judge/index.ts";
import type { JudgedOptions } from "../definition.ts";
import type { DagNode } from "./node.ts";

/**
 * Without `budget`: a node asks about the whole conversation, which is never cut into windows. Without `quotes`: an
 * answer of a node is neither for nor against the agent.
 */
export interface DagOptions extends Omit<JudgedOptions, "budget" | "quotes"> {
  /** The node with which the graph begins. */
  root: DagNode;
  /** What the judge is told at every node. */
  instructions?: string | undefined;
  /** How much of the world the judge is shown; "none" if left out. */
  world?: WorldView | undefined;
}

/** Options with what was left out filled in. */
export interface Dag extends DagOptions {
  name: string;
}
