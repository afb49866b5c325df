import type { JsonValue } from "../../../base/index.ts";
import { type Judge, Unscored } from "../../../judge/index.ts";
import type { Check } from "../../../shape/index.ts";
import type { Metric } from "../../types.ts";
import { namedNodes } from "./check-graph.ts";
import { type DagNode, isMetric, mapped, type NodeOf } from "./node.ts";
import type { Walker } from "./walk.ts";

/** The same graph with some metrics replaced; nodes that were shared stay shared. */
function withMetrics(root: DagNode, others: ReadonlyMap<Metric, Metric>): DagNode {
  const copies = new Map<DagNode, DagNode>();
  const copyOf = (node: DagNode): DagNode => {
    const copy = copies.get(node) ?? make(node);
    copies.set(node, copy);
    return copy;
  };
  const make = (node: DagNode): DagNode => {
    if (isMetric(node)) return others.get(node) ?? node;
    return node.kind === "verdict" ? node : ({ ...node, branches: mapped(node.branches, copyOf) } as DagNode);
  };
  return copyOf(root);
}

/** The judge for a leaf. Its calls are recorded under both names, as the suite may also use the metric on its own. */
function judgeOfLeaf(dag: string, judge: Judge): Judge {
  return { repeat: judge.repeat, model: (metric, name) => judge.model(`${dag}/${metric}`, name) };
}

type OfLeaves = Pick<Metric, "reads" | "prepare" | "steps" | "withSteps">;

/**
 * What a graph takes over from the metrics among its leaves: the expectations that they check, and the steps that they make
 * once for a suite, or have pinned. A list of steps is called "metric/list" here.
 */
export function ofLeaves(name: string, root: DagNode, rebuilt: (root: DagNode) => Metric): OfLeaves {
  const leaves = namedNodes(root).flatMap(({ node }) => (isMetric(node) ? [node] : []));
  const lists = leaves.flatMap(({ name: leaf, steps = {} }) =>
    Object.entries(steps).map(([list, lines]) => [`${leaf}/${list}`, lines] as const),
  );
  const preparing = leaves.filter(({ prepare }) => prepare !== undefined);
  const open = leaves.filter(({ withSteps }) => withSteps !== undefined);
  return {
    reads: leaves.flatMap(({ reads = [] }) => reads),
    ...(lists.length === 0 ? {} : { steps: Object.fromEntries(lists) }),
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

function withOwnSteps(leaf: Metric, given: NonNullable<Metric["steps"]>): Metric {
  const prefix = `${leaf.name}/`;
  const own = Object.entries(given).filter(([list]) => list.startsWith(prefix));
  // A leaf without pinned steps still has to make them.
  if (own.length === 0) return leaf;
  return leaf.withSteps?.(Object.fromEntries(own.map(([list, lines]) => [list.slice(prefix.length), lines]))) ?? leaf;
}

/** The result of the leaf that decides. */
interface LeafOutcome {
  value: number;
  /** The leaf as a check. */
  check: Check;
  /** The checks of a metric. */
  checks: Check[];
  /** If a metric fails for a reason other than its value, such as a floor, the graph fails as well. */
  fails: boolean;
  detail?: JsonValue | undefined;
}

/** The value of a leaf. If a metric finds nothing to judge, the graph has no score either. */
export async function leafOutcome(
  leaf: NodeOf<"verdict"> | Metric,
  id: string,
  walker: Walker,
): Promise<LeafOutcome | { skip: string }> {
  if (isMetric(leaf)) return metricOutcome(leaf, walker);
  const { value, reason } = leaf;
  const shown = value.toFixed(2);
  const check = { id, label: "the verdict", verdict: shown, ok: true, value, reason: reason || shown, evidence: [] };
  return { value, check, checks: [], fails: false };
}

async function metricOutcome(metric: Metric, walker: Walker): Promise<LeafOutcome | { skip: string }> {
  const { settings, transcript, testCase, judge } = walker;
  const { name } = metric;
  const score = await metric.score(transcript, testCase, judgeOfLeaf(settings.name, judge));
  if (score.status === "skipped") return { skip: `${name}: ${score.reason}` };
  if (score.status === "unscored") throw new Unscored(`${name}: ${score.reason}`, score.detail);
  if (score.status === "errored") throw new Error(`${name}: ${score.reason}`);
  const { value, threshold, passed, detail } = score;
  const fails = !passed && value >= threshold;
  const shown = value.toFixed(2);
  const reason = `${name} gives ${shown}${fails ? ", and fails whatever its value" : ""}`;
  return {
    value,
    check: { id: name, label: `the verdict of ${name}`, verdict: shown, ok: true, value, reason, evidence: [] },
    checks: score.checks.map((check) => ({ ...check, id: `${name}.${check.id}` })),
    fails,
    detail,
  };
}
