import { type JsonObject, safeLine, toJsonValue } from "../../../base/index.ts";
import type { Check } from "../../score.ts";
import { judgeDetail } from "../combine.ts";
import type { DagJson } from "./graph-json.ts";
import type { LeafOutcome } from "./leaf-outcome.ts";
import type { Walk } from "./walk.ts";

/** One check for each node on the path, then the leaf's. Together they say why the score passed or failed. */
export function trailChecks({ steps }: Walk, { check, checks }: LeafOutcome, passed: boolean): Check[] {
  return [
    ...steps.map(({ id, label, answer, reason, evidence }) => ({
      id,
      label: safeLine(label, 300),
      verdict: answer,
      ok: passed,
      reason: reason.trim() === "" ? answer : `${answer}: ${reason}`,
      evidence: [...evidence],
    })),
    { ...check, ok: passed },
    ...checks,
  ];
}

/** The graph, the path through it, and what was asked and answered on that path. */
export function trailDetail({ steps, found }: Walk, graph: DagJson, { check, detail }: LeafOutcome): JsonObject {
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
