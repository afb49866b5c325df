import { z } from "zod";
import { InputError } from "../base/index.ts";
import { gatePolicySchema } from "../gate/index.ts";
import type { ModelChoice } from "../model/index.ts";
import { gatewayForm, gatewaySchema } from "./gateway-schema.ts";
import { captureForm, captureSchema, networkForm, networkSchema } from "./network-schema.ts";
import { schemaProblems, type Written } from "./schema-problems.ts";

const priceSchema = z.strictObject({ input: z.number(), output: z.number(), cached: z.number().exactOptional() });

/** `viva.config.ts`: where suites are, and defaults for them. */
export const configSchema = z.strictObject({
  /** Globs of suite files, relative to the config. */
  suites: z.array(z.string()).default(["**/*.eval.ts"]),
  /** For metrics that have no threshold of their own. */
  threshold: z.number().min(0).max(1).optional(),
  gate: gatePolicySchema.optional(),
  models: z.record(z.string(), z.custom<ModelChoice>()).optional(),
  /** Trials at a time. */
  concurrency: z.int().min(1).optional(),
  /** US dollars that a run may cost. */
  maxCost: z.number().positive().optional(),
  /** Hosts that the code of every suite may reach in a replay, also while it is loaded. */
  network: networkSchema.optional(),
  gateway: gatewaySchema.optional(),
  /** Model calls that every suite's code makes with a client of its own. */
  capture: captureSchema.optional(),
  /** Replaces a module that cannot run outside its host; paths relative to the config. */
  alias: z.record(z.string(), z.string()).optional(),
  /** US dollars per million tokens, by model id, for models that Viva has no price for. */
  prices: z.record(z.string(), priceSchema).optional(),
});

export type Config = z.infer<typeof configSchema>;
export type ConfigInput = z.input<typeof configSchema>;

const written: Written = {
  subject: "config",
  schema: configSchema,
  whole: 'Write `export default defineConfig({ suites: ["evals/**/*.eval.ts"] })`, with defineConfig from vivavoce.',
  forms: {
    suites: 'suites: ["evals/**/*.eval.ts"], relative to the config.',
    threshold: "threshold: 0.7, from 0 to 1.",
    gate: 'gate: { primary: "criteria", margin: 0.05 }.',
    models: 'models: { agent: "openai:gpt-5", judge: "openai:gpt-5" }.',
    concurrency: "concurrency: 10, trials at a time.",
    maxCost: "maxCost: 1, in US dollars.",
    network: networkForm,
    gateway: gatewayForm,
    capture: captureForm,
    alias: 'alias: { obsidian: "./stand-in.ts" }.',
    prices: 'prices: { "provider:model": { input: 0.3, output: 2.5 } }, in US dollars per million tokens.',
  },
};

/**
 * Checks a configuration and fills in what is left out.
 *
 * @example export default defineConfig({ suites: ["evals/*.eval.ts"], threshold: 0.7 });
 */
export function defineConfig(config: ConfigInput): Config {
  return checkedConfig(config, written);
}

/** The config that a file gives: it need not go through defineConfig(), but it is checked all the same. */
export function configOf(value: unknown, file: string): Config {
  return checkedConfig(value, { ...written, file });
}

function checkedConfig(config: unknown, about: Written): Config {
  const parsed = configSchema.safeParse(config);
  if (parsed.success) return parsed.data;
  throw new InputError(schemaProblems(parsed.error, about));
}
