import type { Metric } from "../../types.ts";
import { judgeOfLeaf, leafMetrics, withMetrics } from "./leaf-metrics.ts";
import type { DagNode } from "./node.ts";

type Preparation = Pick<Metric, "prepare" | "steps" | "withSteps">;
type Steps = NonNullable<Metric["steps"]>;

/** The steps that metrics among the leaves make once for a suite, or have pinned. A list is called "metric/list" here. */
export function preparation(name: string, root: DagNode, rebuilt: (root: DagNode) => Metric): Preparation {
  const leaves = leafMetrics(root);
  const steps = Object.fromEntries(leaves.flatMap(({ name: leaf, steps = {} }) => prefixed(steps, leaf)));
  const preparing = leaves.filter(({ prepare }) => prepare !== undefined);
  const open = leaves.filter(({ withSteps }) => withSteps !== undefined);
  return {
    ...(Object.keys(steps).length === 0 ? {} : { steps }),
    ...(preparing.length > 0 && {
      async prepare(judge) {
        const ready = new Map<Metric, Metric>();
        for (const leaf of preparing) ready.set(leaf, (await leaf.prepare?.(judgeOfLeaf(name, judge))) ?? leaf);
        return rebuilt(withMetrics(root, ready));
      },
    }),
    ...(open.length > 0 && {
      withSteps: (given) => rebuilt(withMetrics(root, new Map(open.map((leaf) => [leaf, withOwnSteps(leaf, given)])))),
    }),
  };
}

function prefixed(steps: Steps, leaf: string): [string, readonly string[]][] {
  return Object.entries(steps).map(([list, lines]) => [`${leaf}/${list}`, lines]);
}

function withOwnSteps(leaf: Metric, given: Steps): Metric {
  const prefix = `${leaf.name}/`;
  const own = Object.entries(given).filter(([list]) => list.startsWith(prefix));
  // A leaf without pinned steps still has to make them.
  if (own.length === 0) return leaf;
  return leaf.withSteps?.(Object.fromEntries(own.map(([list, lines]) => [list.slice(prefix.length), lines]))) ?? leaf;
}
