import { z } from "zod";
import type { StoredRun, StoredSuite } from "../../shape/index.ts";
import { runFacts, titleOf } from "./runs-view.ts";
import { runId, type ViewContext, view } from "./view.ts";

export const outlineView = view({
  about: "One run without its sums, which take a while in a large run: what it is, its suites, metrics and variants.",
  query: z.object({ run: runId }),
  async answer(context, { run: id }) {
    const run = await context.store.runs.find(id);
    return { ...runHead(context, run), suites: run.suites.map(suiteOutline) };
  },
});

/** What stands above the suites. */
export function runHead({ invocation }: ViewContext, run: StoredRun) {
  const { id, header, finishedAt } = run;
  const commands = {
    show: `${invocation} show ${id}`,
    report: `${invocation} show ${id} --report html`,
    ...(finishedAt === undefined && !header.given ? { resume: `${invocation} run --resume ${id}` } : {}),
  };
  return { ...runFacts(run), viva: header.viva, node: header.node, commands };
}

/** A suite of a run, without its sums. */
export function suiteOutline({ position, name, header }: StoredSuite) {
  const { file, mode, models, metrics, variants } = header;
  const roles = typeof models === "object" && models !== null ? Object.entries(models) : [];
  return {
    position,
    name,
    file,
    mode,
    /** "agent: openai:gpt-5" */
    models: roles.map(([role, model]) => `${role}: ${String(model)}`),
    metrics: metrics.map(({ name, judged, gating, zeroTolerance, steps }) => {
      return { name, judged, gating, zeroTolerance, steps };
    }),
    /** A title is empty if there is nothing to tell the variant from. */
    variants: variants.map(({ variant }) => ({ title: titleOf(variant, variants.length) })),
  };
}
