import { isJsonObject, type JsonObject, type JsonSchema } from "../../base/index.ts";
import { inquire, invalid, type ParsedAnswer, parseAnswer, strictObject } from "../../judge/index.ts";
import type { ChatMessage, Model } from "../../model/index.ts";
import type { CriteriaOptions } from "./criteria-groups.ts";

/** Evaluation steps by what they are for: "general", or a rubric's name. */
type StepsByList = Record<string, readonly string[]>;

const general = "general";
const mostSteps = 8;

/** The lists of criteria that have no steps yet. */
export function listsWithoutSteps({
  criteria = [],
  steps,
  rubrics = {},
}: CriteriaOptions): Record<string, readonly string[]> {
  return {
    ...(criteria.length > 0 && steps === undefined ? { [general]: criteria } : {}),
    ...Object.fromEntries(
      Object.entries(rubrics)
        .filter(([, rubric]) => rubric.steps === undefined)
        .map(([name, rubric]) => [name, rubric.criteria]),
    ),
  };
}

/** The steps in use, for the identity and for people who want to pin them. */
export function stepsInUse({ steps, rubrics = {} }: CriteriaOptions): StepsByList {
  const named = Object.entries(rubrics).flatMap(([name, rubric]) =>
    rubric.steps ? [[name, rubric.steps] as const] : [],
  );
  return { ...(steps ? { [general]: steps } : {}), ...Object.fromEntries(named) };
}

/** The same options, with these steps for lists that have none. Lists that are in neither still need steps. */
export function withSteps(options: CriteriaOptions, made: StepsByList): CriteriaOptions {
  const stepsFor = (list: string) => (Object.hasOwn(made, list) ? made[list] : undefined);
  const rubrics = Object.entries(options.rubrics ?? {}).map(([name, rubric]) => {
    return [name, { ...rubric, steps: rubric.steps ?? stepsFor(name) }] as const;
  });
  return {
    ...options,
    steps: options.steps ?? stepsFor(general),
    ...(options.rubrics ? { rubrics: Object.fromEntries(rubrics) } : {}),
  };
}

/** Has the judge write the evaluation steps for all lists, in one call. */
export async function makeSteps(
  model: Model,
  lists: Record<string, readonly string[]>,
  { title, name = "criteria" }: CriteriaOptions,
): Promise<StepsByList> {
  const ids = Object.keys(lists);
  const finding = await inquire(model, {
    items: ids.length,
    request: (refusal) => ({
      messages: stepsMessages(lists, title, refusal?.problems ?? []),
      output: { name: `${name}-steps`, schema: stepsSchema(ids) },
    }),
    read(answer) {
      const parsed = parseAnswer(answer);
      return parsed.ok ? readSteps(parsed.value, ids) : parsed;
    },
  });
  return finding.value;
}

function stepsMessages(
  lists: Record<string, readonly string[]>,
  title: string | undefined,
  problems: readonly string[],
): ChatMessage[] {
  const system = [
    `You prepare an oral exam of a conversational agent${title ? ` on: ${title}` : ""}. A judge will read the record of a conversation and decide on each criterion of a list whether the agent meets it.`,
    "For each list write the steps by which the judge should go about it: three to six short sentences in the imperative, in a sensible order, about what to look for, what to compare it with, and what tells yes from partly and no. They hold for any conversation, add no criteria, and name no verdict in advance.",
    'Answer with JSON and nothing else: {"items": [{"id": "…", "steps": ["…", "…"]}, …]}, each list exactly once, under its id.',
  ].join("\n\n");
  const content = [
    ...Object.entries(lists).map(([id, criteria]) => JSON.stringify({ id, criteria })),
    ...(problems.length === 0 ? [] : [`An answer before this one was not accepted: ${JSON.stringify(problems)}`]),
  ];
  return [
    { role: "system", content: system },
    { role: "user", content: content.join("\n") },
  ];
}

function stepsSchema(ids: readonly string[]): JsonSchema {
  const steps = { type: "array", items: { type: "string" }, minItems: 1, maxItems: mostSteps };
  const item = strictObject({ id: { type: "string", enum: [...ids] }, steps });
  return strictObject({ items: { type: "array", items: item, minItems: ids.length, maxItems: ids.length } });
}

function readSteps({ items }: JsonObject, ids: readonly string[]): ParsedAnswer<StepsByList> {
  if (!Array.isArray(items)) return invalid('the answer has no list "items"');
  const problems: string[] = [];
  const lists = ids.map((id) => {
    const own = items.filter((item) => isJsonObject(item) && item.id === id);
    const [item] = own;
    const steps = isJsonObject(item) && Array.isArray(item.steps) ? item.steps : [];
    const texts = steps.flatMap((step) => (typeof step === "string" && step.trim() !== "" ? [step.trim()] : []));
    if (own.length !== 1) problems.push(`${id} is there ${own.length} times, not once`);
    else if (texts.length === 0 || texts.length < steps.length || texts.length > mostSteps) {
      problems.push(`the steps of ${id} are not 1 to ${mostSteps} sentences`);
    }
    return [id, texts] as const;
  });
  return problems.length > 0 ? invalid(...problems) : { ok: true, value: Object.fromEntries(lists) };
}
