import type { WorldView } from "../../../judge/index.ts";
import type { JudgedOptions } from "../definition.ts";
import type { DagNode } from "./node.ts";

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

/** Options with the defaults filled in. */
export interface Dag extends DagOptions {
  name: string;
}
