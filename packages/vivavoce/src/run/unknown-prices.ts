import { relative } from "node:path";
import { InputError, type Place, type Problem, showPlace } from "../base/index.ts";
import { fieldPlace, type Project } from "../suite/index.ts";
import type { RunOptions } from "./options.ts";
import type { SuitePlan } from "./plan.ts";

interface PriceQuestion {
  project: Project;
  cwd: string;
  options: Pick<RunOptions, "maxCost" | "agent" | "model" | "judge">;
  /** Whether a model of this name will be asked. */
  isAsked(name: string): boolean;
}

/** Refuses a budget if a model's price is not known, and says which line to change for every such model. */
export function refuseUnknownPrices(plans: readonly SuitePlan[], question: PriceQuestion): void {
  const { maxCost, agent } = question.options;
  if (maxCost === undefined || agent !== undefined) return;
  const problems = new Map<string, Problem>();
  for (const plan of plans.filter(({ mode }) => mode.kind !== "replay")) {
    for (const name of Object.keys(plan.models.choices)) {
      if (!question.isAsked(name) || plan.models.hasPrice(name)) continue;
      const id = plan.models.id(name);
      if (!problems.has(id)) problems.set(id, problemOf(plan, name, maxCost, question));
    }
  }
  if (problems.size > 0) throw new InputError([...problems.values()]);
}

function problemOf(plan: SuitePlan, name: string, maxCost: number, question: PriceQuestion): Problem {
  const { models } = plan;
  const id = models.id(name);
  const asked = models.baseURL(name)?.replace(/[?#].*$/, "");
  const where = asked === undefined ? "" : ` at ${asked}`;
  const { config } = question.project;
  const price = `${JSON.stringify(id)}: { input: 0.3, output: 2.5 }`;
  const add = config.prices
    ? `Add to prices${inConfig("prices", question)}: ${price}`
    : `Add to ${configFile(question) ?? "viva.config.ts"}: prices: { ${price} }`;
  const limit = config.maxCost === maxCost ? `maxCost${inConfig("maxCost", question)}` : "--max-cost";
  return {
    message: `a cost limit of $${maxCost} cannot be kept, because the price of ${id}${where} is not known`,
    place: placeOf(plan, name, question),
    remedy: `${add}, in dollars per million tokens (0 and 0 if calls are free); or leave out ${limit}.`,
  };
}

/** Where the source names the model, if it can be found; undefined if the command line names it. */
function placeOf({ loaded, models }: SuitePlan, name: string, question: PriceQuestion): Place | undefined {
  const { project, options, cwd } = question;
  if ((name === "agent" && options.model) || (name === "judge" && options.judge)) return undefined;
  const file = Object.hasOwn(loaded.suite.models ?? {}, name) ? loaded.file : project.configFile;
  if (file === undefined) return undefined;
  const id = models.id(name);
  const places = [fieldPlace(name, file, id), fieldPlace("model", file, id), fieldPlace("models", file)];
  const place = places.find(({ line }) => line !== undefined) ?? { file };
  return { ...place, file: asTyped(file, cwd) };
}

/** " (viva.config.ts:7)" */
function inConfig(field: string, { project, cwd }: PriceQuestion): string {
  const { configFile: file } = project;
  if (file === undefined) return "";
  const { line } = fieldPlace(field, file);
  return ` (${showPlace({ file: asTyped(file, cwd), line })})`;
}

function configFile({ project, cwd }: PriceQuestion): string | undefined {
  return project.configFile && asTyped(project.configFile, cwd);
}

/** A file as the user would type it. */
export function asTyped(path: string, cwd: string): string {
  const near = relative(cwd, path);
  return near.startsWith("..") || near === "" ? path : near;
}
