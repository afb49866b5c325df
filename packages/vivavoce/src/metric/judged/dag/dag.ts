import { type JsonObject, safeLine, toJsonValue } from "../../../base/index.ts";
import { type Check, check, type DagJson } from "../../../shape/index.ts";
import { defineMetric } from "../../define-metric.ts";
import { refuseUnknownOptions } from "../../known-options.ts";
import { judgeCalls, type Metric, type MetricResult, scored, skipped } from "../../types.ts";
import { isMet, judgeDetail, usualThreshold } from "../combine.ts";
import { promptHash } from "../judged-metric.ts";
import { checkOptions, judgedOptions, panelSize } from "../options.ts";
import { checkGraph, namedNodes, outlineOf } from "./check-graph.ts";
import { graphOf } from "./graph-json.ts";
import { leafOutcome, ofLeaves } from "./leaves.ts";
import { type DagNode, type DagOptions, type Decide, isMetric } from "./node.ts";
import { nodeQuestion, type Walker, walk } from "./walk.ts";

/** A metric that is a graph; `drawDag(metric.graph)` draws it. */
export interface DagMetric extends Metric {
  /** The graph as JSON, to draw or to store. */
  readonly graph: DagJson;
  /** The same metric with this threshold, unless it has its own. */
  withDefaultThreshold(threshold: number): DagMetric;
}

/** Makes a metric from a graph. Its methods make the graph's nodes. */
export interface DagMaker {
  (options: DagOptions): DagMetric;
  /** Has the judge find something for the nodes after it. */
  task: typeof task;
  /** A question that the judge answers with yes or no. */
  binary: typeof binary;
  /** A question that the judge answers with one of several options. */
  choice: typeof choice;
  /** A question that code answers. */
  code: typeof code;
  /** A leaf with its value. */
  verdict: typeof verdict;
}

/** What `dag` takes. `budget` and `quotes` are refused below, with the reason. */
const known = { ...judgedOptions, root: "any", instructions: "text", world: "any" } as const;

/**
 * Judges by a decision graph: the judge or code answers one question after another until exactly one leaf decides. A
 * graph that could end otherwise is refused when it is built. It takes one judge call for each judged node on the path
 * (and those of a metric that is its leaf). Use it if the value depends on conditions that build on each other; for
 * independent points use `criteria`.
 *
 * @example
 * dag({
 *   name: "careful",
 *   root: dag.code("wrote", (transcript) => (allCalls(transcript).some(({ call }) => isWrite(call)) ? "yes" : "no"), {
 *     no: dag.verdict(1, "nothing was changed"),
 *     yes: dag.binary("asks-first", "Does the agent ask before it changes anything?", {
 *       yes: dag.verdict(1, "it asks first"),
 *       no: dag.verdict(0, "it does not ask"),
 *     }),
 *   }),
 * })
 */
export const dag: DagMaker = Object.assign(dagMetric, { task, binary, choice, code, verdict });

/**
 * A node that has the judge find something; the nodes after it see what was found. One call of the judge.
 *
 * @example dag.task("requests", "What does the user ask for?", dag.binary("all-met", "Is every request met?", { … }))
 */
function task(id: string, question: string, next: DagNode): Extract<DagNode, { kind: "task" }> {
  return { kind: "task", id, question, branches: { next } };
}

/**
 * A question that the judge answers with yes or no. One call of the judge.
 *
 * @example dag.binary("asks-first", "Does the agent ask before it archives?", { yes: dag.verdict(1), no: dag.verdict(0) })
 */
function binary(
  id: string,
  question: string,
  branches: { readonly yes: DagNode; readonly no: DagNode },
): Extract<DagNode, { kind: "binary" }> {
  return { kind: "binary", id, question, branches };
}

/**
 * A question with several options, each with what it means; every option needs its branch. One call of the judge.
 *
 * @example
 * dag.choice("harm", "What was archived unasked?", { nothing: "nothing", some: "one or more projects" }, {
 *   nothing: dag.verdict(0.5), some: dag.verdict(0),
 * })
 */
function choice<const Options extends Readonly<Record<string, string>>>(
  id: string,
  question: string,
  options: Options,
  branches: { readonly [Option in keyof NoInfer<Options>]: DagNode },
): Extract<DagNode, { kind: "choice" }> {
  return { kind: "choice", id, question, options, branches };
}

/**
 * A question that code answers by naming the branch. It does not ask the judge.
 *
 * @example
 * dag.code("wrote", (transcript) => (allCalls(transcript).some(({ call }) => isWrite(call)) ? "yes" : "no"), {
 *   yes: toolUse(), no: dag.verdict(1, "nothing was changed"),
 * })
 */
function code<Given extends Readonly<Record<string, DagNode>>>(
  id: string,
  decide: Decide<NoInfer<keyof Given & string>>,
  branches: Given,
): Extract<DagNode, { kind: "code" }> {
  return { kind: "code", id, decide, branches };
}

/** A leaf: the value that it gives, from 0 to 1, and why. */
function verdict(value: number, reason = ""): Extract<DagNode, { kind: "verdict" }> {
  return { kind: "verdict", value, reason };
}

function dagMetric(options: DagOptions): DagMetric {
  refuseUnknownOptions<DagOptions>("dag", options, known);
  const settings = { ...options, name: options.name ?? "dag" };
  const { name, root, report, samples = 1 } = settings;
  checkOptions(settings, "the answer of a node is neither for nor against the agent");
  checkGraph(name, outlineOf(root));
  const nodes = namedNodes(root).map(({ node }) => node);
  const judged = nodes.some((node) => (isMetric(node) ? node.judged : node.kind !== "code" && node.kind !== "verdict"));
  const threshold = settings.threshold ?? (judged ? usualThreshold : 1);
  const graph = graphOf(root);
  const callsOfNode = samples * panelSize(settings);
  // A metric that cannot tell beforehand gives NaN.
  const [calls, ...others] = callsOfPaths(root, callsOfNode, (leaf) => (leaf.judged ? (leaf.calls ?? Number.NaN) : 0));
  const metric: DagMetric = {
    ...defineMetric({
      name,
      report,
      threshold,
      judged,
      parts: identityOf(settings, graph),
      score: (transcript, testCase, judge) => scoreDag({ settings, transcript, testCase, judge }, { threshold, graph }),
    }),
    graph,
    ...(judged && others.length === 0 && Number.isFinite(calls) ? { calls } : {}),
    mostCalls: (testCase) => Math.max(...callsOfPaths(root, callsOfNode, (leaf) => judgeCalls(leaf, testCase))),
    judges: settings.judges,
    ...ofLeaves(name, root, (other) => dag({ ...options, root: other })),
    withDefaultThreshold: (fallback) =>
      options.threshold === undefined ? dag({ ...options, threshold: fallback }) : metric,
  };
  return metric;
}

async function scoreDag(
  walker: Walker,
  { threshold, graph }: { threshold: number; graph: DagJson },
): Promise<MetricResult> {
  if (walker.transcript.exchanges.length === 0) return skipped("nothing was said");
  const { root } = walker.settings;
  const way = await walk(root, walker);
  const leafId = namedNodes(root).find(({ node }) => node === way.leaf)?.id ?? "leaf";
  const leaf = await leafOutcome(way.leaf, leafId, walker);
  if ("skip" in leaf) return skipped(leaf.skip);
  const passed = isMet({ value: leaf.value, threshold }) && !leaf.fails;
  return scored(leaf.value, trailChecks(way, leaf, passed), { passed, detail: trailDetail(way, graph, leaf) });
}

/** Everything that can change a score: the graph, its functions and metrics, and how the judge is asked. */
function identityOf(settings: Walker["settings"], graph: DagJson): { readonly [name: string]: unknown } {
  const { root, instructions, world, samples = 1, temperature, judges } = settings;
  const nodes = namedNodes(root).map(({ node }) => node);
  return {
    ...{ graph, instructions, world, samples, temperature, judges },
    codes: Object.fromEntries(nodes.flatMap((node) => ("decide" in node ? [[node.id, node.decide]] : []))),
    metrics: Object.fromEntries(nodes.filter(isMetric).map(({ name, identity }) => [name, identity.hash])),
    prompts: nodes.flatMap((node) => {
      if (!("question" in node)) return [];
      return [promptHash(nodeQuestion(node, { ...settings, found: {} }))];
    }),
  };
}

/** How many judge calls the paths of a graph can take; `ofMetric` says it of a leaf that is a metric. */
function callsOfPaths(root: DagNode, callsOfNode: number, ofMetric: (metric: Metric) => number): number[] {
  const known = new Map<DagNode, number[]>();
  const from = (node: DagNode): number[] => {
    const calls = known.get(node) ?? count(node);
    known.set(node, calls);
    return calls;
  };
  const count = (node: DagNode): number[] => {
    if (isMetric(node)) return [ofMetric(node)];
    if (node.kind === "verdict") return [0];
    const own = node.kind === "code" ? 0 : callsOfNode;
    return [...new Set(Object.values<DagNode>(node.branches).flatMap(from))].map((calls) => calls + own);
  };
  return from(root);
}

type Walk = Awaited<ReturnType<typeof walk>>;
type LeafOutcome = Exclude<Awaited<ReturnType<typeof leafOutcome>>, { skip: string }>;

/** One check for each node on the path, then the leaf's. Together they say why the score passed or failed. */
function trailChecks({ steps }: Walk, { check: leaf, checks }: LeafOutcome, passed: boolean): Check[] {
  return [
    ...steps.map(({ id, label, answer, reason, evidence }) =>
      check(id, passed, reason.trim() === "" ? answer : `${answer}: ${reason}`, {
        label: safeLine(label, 300),
        verdict: answer,
        evidence: [...evidence],
      }),
    ),
    { ...leaf, ok: passed },
    ...checks,
  ];
}

/** The graph, the path through it, and what was asked and answered on that path. */
function trailDetail({ steps, found }: Walk, graph: DagJson, { check, detail }: LeafOutcome): JsonObject {
  const asked = steps.flatMap(({ id, judgement }) => (judgement ? [{ id, judgement }] : []));
  return {
    graph: toJsonValue(graph),
    path: [...steps.map(({ id }) => id), check.id],
    found: toJsonValue(found),
    calls: asked.reduce((sum, { judgement }) => sum + judgement.calls, 0),
    judge: Object.fromEntries(asked.map(({ id, judgement }) => [id, judgeDetail(judgement)])),
    ...(detail === undefined ? {} : { leaf: detail }),
  };
}
