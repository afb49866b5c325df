import { z } from "zod";
import { type CaseValues, caseValuesSchema } from "./case-values.ts";
import { gatePolicySchema } from "./gate-policy.ts";

/** A metric as a run used it. */
const usedMetricSchema = z.strictObject({
  name: z.string(),
  /** The identities of the metric, judge included, that made its scores. More than one if part of a run was scored again. */
  identities: z.array(z.string()).min(1),
  judged: z.boolean(),
  gating: z.boolean(),
  zeroTolerance: z.boolean().exactOptional(),
});

/** One dimension of a metric, and the scale that it is shown on. */
const dimensionSchema = z.strictObject({
  metric: z.string(),
  id: z.string(),
  min: z.number(),
  max: z.number(),
  /** The value at which the whole metric passes. */
  passesAt: z.number().exactOptional(),
});
export type UsedDimension = z.infer<typeof dimensionSchema>;

/** The files and code of an agent, by name, so that a difference can be named. */
const agentSourcesSchema = z.strictObject({
  /** The suite's `files`, such as prompts: hash and, if it is not too long, text. */
  files: z.record(z.string(), z.strictObject({ hash: z.string(), text: z.string().exactOptional() })),
  /** The hash of every file of the suite's module graph. */
  modules: z.record(z.string(), z.string()),
  /** The packages that the module graph enters, with their versions: "1.0.0, 2.1.0" if several. Runs of an older Viva do not say. */
  packages: z.record(z.string(), z.string()).exactOptional(),
});
export type AgentSources = z.infer<typeof agentSourcesSchema>;

const examinedAgentSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  models: z.json(),
  tools: z.string(),
  code: z.string(),
  files: z.string(),
  sources: agentSourcesSchema.exactOptional(),
});

/** What came out when trials were played and scored again in a new process, in another order. */
const triedSchema = z.strictObject({
  /** How many second plays were compared with the first. */
  plays: z.int().min(0),
  /** The first cases whose scores differed; empty: everything was alike. */
  differed: z.array(z.string()),
});
export type Tried = z.infer<typeof triedSchema>;

/** One suite under one variant of a run, reduced to what a comparison needs: the agent, the metrics and the cases. */
export const variantResultSchema = z.strictObject({
  suite: z.string(),
  variant: z.record(z.string(), z.string()),
  run: z.string(),
  createdAt: z.iso.datetime(),
  viva: z.string(),
  /** The version of Node. */
  node: z.string().exactOptional(),
  /** Identity of the set of cases. */
  dataset: z.string(),
  /** Where the models' answers came from. */
  origin: z.string(),
  agent: examinedAgentSchema,
  /** The judges' models by name. */
  judges: z.record(z.string(), z.string()),
  /** Left out of a replay: by role, the server of each model whose address is not in the suite. */
  servers: z.record(z.string(), z.string()).exactOptional(),
  /** The model of the simulated user with its parameters, and of the judge that grades it. */
  user: z.json().exactOptional(),
  metrics: z.array(usedMetricSchema),
  /** The dimensions of its metrics, in their order. */
  dimensions: z.array(dimensionSchema).exactOptional(),
  gate: gatePolicySchema,
  /** Planned trials, and how often each case is played. */
  planned: z.int().min(0),
  repeats: z.int().min(1),
  /** Why cases were left out: "selected by --tag smoke", "only cases with a tape". */
  selection: z.string().exactOptional(),
  /** If `selection` is by these tags alone, or by none since the run was stopped early: then it is known what it left out. */
  tags: z.array(z.string()).exactOptional(),
  /** Its cases were chosen by hand (`--case`) or by their outcome (`--failed`), out of this many; `choice`: which these were. */
  chosen: z
    .strictObject({
      how: z.enum(["by hand", "by outcome"]),
      of: z.int().min(0).exactOptional(),
      choice: z.string().exactOptional(),
    })
    .exactOptional(),
  /** Cases that were retired: as a baseline, it is one without them. */
  retired: z.array(z.string()).exactOptional(),
  /** It was looked at while it was played, and may have been stopped early: its plan had this many cases. */
  early: z
    .strictObject({
      cases: z.int().min(0),
      largest: z.int().min(1),
      /** Set if it was stopped early: the random order of its plan, and how many units that has. */
      drawn: z.strictObject({ seed: z.int(), units: z.int().min(1) }).exactOptional(),
    })
    .exactOptional(),
  tried: triedSchema.exactOptional(),
  cases: z.array(caseValuesSchema),
});
export type VariantResult = Omit<z.infer<typeof variantResultSchema>, "cases"> & { cases: CaseValues[] };
