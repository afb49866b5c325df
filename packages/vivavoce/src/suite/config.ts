import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { InputError, refuseIrregular } from "../base/index.ts";
import type { ModelChoice } from "../model/index.ts";
import { gatePolicySchema, issueMessage } from "../shape/index.ts";
import type { loadModule } from "./module-loader.ts";
import { schemaProblems } from "./schema-problems.ts";
import { trafficFields } from "./traffic-schemas.ts";
import { textPlace } from "./user-place.ts";

const priceSchema = z.strictObject({
  input: z.number().describe("For a million tokens of requests."),
  output: z.number().describe("For a million tokens of answers."),
  cached: z
    .number()
    .exactOptional()
    .describe("For a million cached tokens of requests; the same as input if left out."),
});

/** `viva.config.ts`: where suites are, and defaults for them. */
export const configSchema = z.strictObject({
  suites: z.array(z.string()).default(["**/*.eval.ts"]).describe("Globs of suite files, relative to the config."),
  threshold: z.number().min(0).max(1).optional().describe("The threshold of metrics that do not set one."),
  gate: gatePolicySchema.optional().describe("When a run as a whole fails; a suite may set its own."),
  models: z.record(z.string(), z.custom<ModelChoice>()).optional().describe("Models by name; a suite may set its own."),
  concurrency: z.int().min(1).optional().describe("How many trials run at the same time."),
  store: z
    .string()
    .min(1)
    .optional()
    .describe(
      "Where results are kept: a file, relative to the config, or the URL of a PostgreSQL database. --store and VIVA_STORE win.",
    ),
  cache: z
    .boolean()
    .optional()
    .describe("Whether runs use answers of earlier live runs where the same is asked, except in CI. --no-cache wins."),
  maxCost: z.number().positive().optional().describe("The most US dollars that a run may cost."),
  network: trafficFields.network.describe(
    "Hosts that the code of every suite may reach in a replay, also while it is loaded.",
  ),
  gateway: trafficFields.gateway.describe("Where requests of the agents' own model clients are sent."),
  capture: trafficFields.capture.describe("Which requests of suite code count as model calls and go through Viva."),
  alias: z
    .record(z.string(), z.string())
    .optional()
    .describe("Replaces a module that cannot run outside its host; paths relative to the config."),
  prices: z
    .record(z.string(), priceSchema)
    .optional()
    .describe("US dollars per million tokens, by model id, for models that Viva has no price for."),
});

/** A checked configuration, with its defaults filled in. */
export type Config = z.infer<typeof configSchema>;
/** What `viva.config.ts` may contain. */
export type ConfigInput = z.input<typeof configSchema>;

const written: Parameters<typeof schemaProblems>[1] = {
  subject: "config",
  schema: configSchema,
  whole: 'Write `export default defineConfig({ suites: ["evals/**/*.eval.ts"] })`, with defineConfig from vivavoce.',
  forms: {
    suites: 'suites: ["evals/**/*.eval.ts"], relative to the config.',
    concurrency: "concurrency: 10, trials at a time.",
    store: 'store: "results/store.sqlite" or store: "postgres://host:5432/database".',
    cache: "cache: true, or leave it out.",
    maxCost: "maxCost: 1, in US dollars.",
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

/** The config that a file exports. It is checked even if it does not use defineConfig(). */
function configOf(value: unknown, file: string): Config {
  const place = textPlace(file);
  // Such a module is an empty object, which would be taken for a config without limits and gates.
  if (place.line === undefined) {
    const message = "the file has no default export, so nothing in it would take effect";
    throw new InputError({ message, place, remedy: written.whole });
  }
  return checkedConfig(value, { ...written, file });
}

function checkedConfig(config: unknown, about: typeof written): Config {
  // It is read once: code of its own for this schema would cost more than it saves.
  const parsed = configSchema.safeParse(config, { jitless: true, error: issueMessage });
  if (parsed.success) return parsed.data;
  throw new InputError(schemaProblems(parsed.error, about));
}

/** The project: the folder of the nearest config, or the working directory if there is none. */
export interface Project {
  root: string;
  configFile: string | undefined;
  config: Config;
  load: Parameters<typeof loadModule>[1];
}

/** What a config may be called. */
export const configNames = ["viva.config.ts", "viva.config.mts", "viva.config.js", "viva.config.mjs"];

/** Finds and loads the nearest config, from a folder upwards. */
export async function openProject(from: string, own: Project["load"]["own"]): Promise<Project> {
  const configFile = nearestConfig(resolve(from));
  if (configFile === undefined) {
    return { root: resolve(from), configFile, config: defineConfig({}), load: { own } };
  }
  refuseIrregular(configFile, statSync(configFile));
  // Much is behind it that a command without the user's code does not need.
  const { loadModule } = await import("./module-loader.ts");
  const { value } = await loadModule(configFile, { own });
  const config = configOf(value, configFile);
  const root = dirname(configFile);
  return { root, configFile, config, load: { own, alias: absoluteAlias(config.alias, root) } };
}

function nearestConfig(folder: string): string | undefined {
  const found = configNames.map((name) => join(folder, name)).find((file) => existsSync(file));
  if (found !== undefined) return found;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestConfig(parent);
}

/** Aliases of a config, their targets made absolute. */
function absoluteAlias(alias: Config["alias"] = {}, folder: string): Record<string, string> {
  const absolute = (target: string) => (target.startsWith(".") ? resolve(folder, target) : target);
  return Object.fromEntries(Object.entries(alias).map(([name, target]) => [name, absolute(target)]));
}
