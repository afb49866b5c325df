import { InputError, isJsonObject, type JsonObject, type JsonSchema, nearest } from "../../base/index.ts";
import { inquire, invalid, type ParsedAnswer, parseAnswer, type Scale, strictObject } from "../../judge/index.ts";
import type { ChatMessage, Model } from "../../model/index.ts";
import type { Case } from "../../shape/index.ts";
import { usualThreshold } from "./combine.ts";
import type { JudgedItem, JudgedOptions } from "./definition.ts";

/** Criteria that a case may refer to by name. */
export interface CriteriaRubric {
  /** Sentences that should be true of the conversation. */
  criteria: readonly string[];
  /** 0.7 if left out. */
  threshold?: number | undefined;
  /** Evaluation steps. If left out, the judge writes them once for the suite. */
  steps?: readonly string[] | undefined;
}

/** Options of `criteria`. */
export interface CriteriaOptions extends JudgedOptions {
  /** What the criteria are about, such as "GTD coaching quality". The judge is told. */
  title?: string | undefined;
  /** Criteria for every case, beside the case's own. `threshold` is theirs, and the case's if it names none. */
  criteria?: readonly string[] | undefined;
  /** Evaluation steps for those. If left out, the judge writes them once for the suite; `[]` means none. */
  steps?: readonly string[] | undefined;
  /** Lists of criteria that a case may name in `expect.criteria.rubrics`. */
  rubrics?: Readonly<Record<string, CriteriaRubric>> | undefined;
  /** Lets the judge say that a criterion does not apply; it then does not count. False if left out. */
  notApplicable?: boolean | undefined;
  /** Scores by log-probabilities on this scale, without reasons: one call for the case's criteria, one for the general ones, one per rubric. */
  scale?: Scale | undefined;
}

/** Criteria that make one value together. */
interface CriteriaGroup {
  id: string;
  label: string;
  items: JudgedItem[];
  threshold: number;
  steps: readonly string[];
}

/** The criteria for one case: its own, those for every case, and the rubrics it names, in this order. */
export function groupsOf(options: CriteriaOptions, { expect }: Case): CriteriaGroup[] {
  const usual = options.threshold ?? usualThreshold;
  const { criteria: own = [], threshold = usual, rubrics = [] } = expect.criteria ?? {};
  const groups = [
    { id: "own", label: "the case's own criteria", items: itemsOf("c", own), threshold, steps: [] },
    {
      id: "general",
      label: options.title ? `general criteria (${options.title})` : "general criteria",
      items: sharedItems("g", options.criteria ?? []),
      threshold: usual,
      steps: options.steps ?? [],
    },
    ...rubrics.map((name) => rubricGroup(name, options.rubrics ?? {})),
  ];
  return groups.filter(({ items }) => items.length > 0);
}

/** Criteria that are the same in many cases. */
function sharedItems(prefix: string, criteria: readonly string[]): JudgedItem[] {
  return itemsOf(prefix, criteria).map((item) => ({ ...item, dimension: item.text }));
}

function itemsOf(prefix: string, criteria: readonly string[]): JudgedItem[] {
  return criteria.map((text, index) => ({ id: `${prefix}${index + 1}`, text }));
}

function rubricGroup(name: string, rubrics: Readonly<Record<string, CriteriaRubric>>): CriteriaGroup {
  const rubric = Object.hasOwn(rubrics, name) ? rubrics[name] : undefined;
  if (!rubric) throw unknownRubric(name, Object.keys(rubrics));
  const { criteria, threshold = usualThreshold, steps = [] } = rubric;
  return {
    id: `rubric.${name}`,
    label: `rubric ${name}`,
    items: sharedItems(`r.${name}.`, criteria),
    threshold,
    steps,
  };
}

function unknownRubric(name: string, known: readonly string[]): InputError {
  const meant = nearest(name, known);
  const choice = known.length === 0 ? "the suite names none" : `the suite has ${known.join(", ")}`;
  return new InputError({
    message: `the case refers to the rubric ${JSON.stringify(name)}, but ${choice}`,
    remedy: meant ? `Did you mean ${meant}?` : "Give it to criteria({ rubrics: { … } }).",
  });
}

/** Evaluation steps by what they are for: "general", or a rubric's name. */
type StepsByList = Record<string, readonly string[]>;

const general = "general";
const mostSteps = 8;

/** The lists of criteria that many cases share: the one for every case, and the rubrics. */
function sharedLists({ criteria = [], steps, rubrics = {} }: CriteriaOptions) {
  const named = Object.entries(rubrics).map(([name, rubric]) => ({ ...rubric, name }));
  return [{ name: general, criteria, steps }, ...named];
}

/** The steps in use, for the identity and for people who want to pin them. */
export function stepsInUse(options: CriteriaOptions): StepsByList {
  return Object.fromEntries(sharedLists(options).flatMap(({ name, steps }) => (steps ? [[name, steps]] : [])));
}

/** The options with the steps that are missing: as given, or as the judge writes them in one call. Undefined if none are. */
export function missingSteps(options: CriteriaOptions) {
  const open = sharedLists(options).filter(({ criteria, steps }) => criteria.length > 0 && steps === undefined);
  const lists = Object.fromEntries(open.map(({ name, criteria }) => [name, criteria]));
  const ids = Object.keys(lists);
  const { title, name = "criteria" } = options;
  if (ids.length === 0) return undefined;
  const write = async (model: Model) => {
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
    return withSteps(options, finding.value);
  };
  return { write, take: (given: StepsByList) => withSteps(options, given) };
}

/** The same options, with these steps for lists that have none. Lists that are in neither still need steps. */
function withSteps(options: CriteriaOptions, made: StepsByList): CriteriaOptions {
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

function stepsMessages(
  lists: Record<string, readonly string[]>,
  title: string | undefined,
  problems: readonly string[],
): ChatMessage[] {
  const system = [
    `You prepare an oral exam of a conversational agent${title ? ` on: ${title}` : ""}. A judge will read the record of a conversation and decide on each criterion of a list whether the agent meets it.`,
    "For each list, write the steps that the judge should follow: three to six short sentences in the imperative, in a sensible order, about what to look for, what to compare it with, and how to tell yes from partly and no. The steps must fit any conversation, add no criteria, and not name a verdict in advance.",
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
