import { z } from "zod";
import type { StoredRun, StoredSuite, SuiteHeader } from "../../shape/index.ts";
import { runFacts, titleOf } from "./runs-view.ts";
import { runId, type ViewContext, view } from "./view.ts";

/** A suite of a run, without its sums. */
export interface SuiteOutline {
  position: number;
  name: string;
  file: string;
  mode: SuiteHeader["mode"];
  /** "agent: openai:gpt-5" */
  models: string[];
  metrics: Pick<SuiteHeader["metrics"][number], "name" | "judged" | "gating" | "zeroTolerance" | "steps">[];
  /** A title is empty if there is nothing to tell the variant from. */
  variants: { title: string }[];
}

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

export function suiteOutline({ position, name, header }: StoredSuite): SuiteOutline {
  const { file, mode, models, metrics, variants } = header;
  const roles = typeof models === "object" && models !== null ? Object.entries(models) : [];
  return {
    position,
    name,
    file,
    mode,
    models: roles.map(([role, model]) => `${role}: ${String(model)}`),
    metrics: metrics.map(({ name, judged, gating, zeroTolerance, steps }) => {
      return { name, judged, gating, zeroTolerance, steps };
    }),
    variants: variants.map(({ variant }) => ({ title: titleOf(variant, variants.length) })),
  };
}
