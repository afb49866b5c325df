import { type auditRows, estimateOf } from "./audit-rows.ts";

/** How steady a suite's judge is, and how biased. */
export interface SuiteAudit {
  suite: string;
  /** The judge's models. */
  judges: readonly string[];
  /** The judged metrics that were asked. */
  metrics: readonly string[];
  /** Conversations in the sample, and those in the run that could have been. */
  sampled: number;
  eligible: number;
  rows: ReturnType<typeof auditRows>["rows"];
  family: OwnFamily | undefined;
  changes: ReturnType<typeof auditRows>["changes"];
  asked: {
    /** Scores that were asked for, over all conversations, metrics and ways. */
    scores: number;
    /** Those without a valid answer. */
    unscored: number;
    /** Why, each reason once, the most frequent first. */
    reasons: readonly { reason: string; count: number }[];
  };
}

/** What the judge made of one agent's conversations in a stored run. */
export interface JudgedAgent {
  run: string;
  model: string;
  /** One for each score of the judge: whether it passed, and the independent case it belongs to. */
  scores: readonly { passed: boolean; unit: string }[];
}

/**
 * Whether judge and agent have the same maker. The rates of agents of other makers stand beside it where the store has
 * them; they differ by how good the agents are too, so they are never made into one number.
 */
export type OwnFamily = ReturnType<typeof ownFamily>;

/** The first agent is the audited run's. */
export function ownFamily(judges: readonly string[], agents: readonly JudgedAgent[], agent?: string) {
  const makers = judges.map((model) => ({ model, family: familyOf(model) }));
  const own = agent === undefined ? undefined : { model: agent, family: familyOf(agent) };
  const rates = agents.map(rateOf).filter(({ scores }) => scores > 0);
  const families = new Set(rates.map(({ family }) => family).filter((family) => family !== undefined));
  // The same model is of one family, whoever made it.
  const isSame = makers.some(
    ({ model, family }) => own && (model === own.model || (family !== undefined && family === own.family)),
  );
  const isKnown = own?.family !== undefined && makers.every(({ family }) => family !== undefined);
  const same: "yes" | "no" | "unknown" = isSame ? "yes" : isKnown ? "no" : "unknown";
  return {
    judges: makers,
    agent: own,
    /** "unknown": the ids of the models do not tell, or no model of the agent is named. */
    same,
    /** Empty if the store has no agents of several makers under this judge. */
    rates: families.size > 1 ? rates : [],
  };
}

function rateOf({ run, model, scores }: JudgedAgent) {
  const passed = scores.map((score) => Number(score.passed));
  const units = scores.map(({ unit }) => unit);
  return {
    run,
    model,
    family: familyOf(model),
    scores: scores.length,
    passed: passed.filter((one) => one === 1).length,
    rate: estimateOf(passed, units, [0, 1]),
  };
}

/** Makers of models, and the names of their models at any provider. */
const families: readonly (readonly [family: string, name: RegExp])[] = [
  ["OpenAI", /\b(?:openai|gpt|chatgpt|o[1-9](?:-|$))/],
  ["Anthropic", /\b(?:anthropic|claude)/],
  ["Google", /\b(?:google|gemini|gemma|palm-)/],
  // llama.cpp and its like serve models of any maker.
  ["Meta", /\b(?:meta-llama|llama(?![-.]?(?:cpp|file|swap|server))|codellama)/],
  ["Mistral", /\b(?:mistral|mistralai|mixtral|ministral|codestral|magistral|devstral)/],
  ["Qwen", /\b(?:qwen|qwq)/],
  ["DeepSeek", /\bdeepseek/],
  ["xAI", /\b(?:x-ai|xai|grok)/],
  ["Cohere", /\b(?:cohere|command-[ar])/],
  ["Moonshot", /\b(?:moonshotai|kimi)/],
  ["Zhipu", /\b(?:z-ai|zhipu|glm)/],
  ["Microsoft", /\b(?:microsoft|phi-?\d)/],
  ["Amazon", /\b(?:amazon|nova-)/],
  ["NVIDIA", /\b(?:nvidia|nemotron)/],
];

/** Who made a model, from its id; undefined if the id does not tell. The provider does not matter. */
function familyOf(modelId: string): string | undefined {
  const name = modelId
    .toLowerCase()
    .replace(/^(?:openrouter|compatible|azure|bedrock|vertex|groq|together|ollama):/, "");
  const served = name.split(/[/:]/);
  // The model's name tells more than the provider's: many compatible servers also use "openai:…".
  for (const part of [...served].reverse()) {
    const found = families.find(([, pattern]) => pattern.test(part));
    if (found) return found[0];
  }
  return undefined;
}

/**
 * A warning if judge and agent have the same maker: such a judge tends to prefer answers like its own.
 *
 * @example sameFamilyWarning("openai:gpt-5", "openrouter:openai/gpt-4o")
 */
export function sameFamilyWarning(judgeId: string, agentId: string): string | undefined {
  const family = familyOf(judgeId);
  if (family === undefined || family !== familyOf(agentId)) return undefined;
  const same =
    judgeId === agentId ? "the judge is the agent's own model" : `judge and agent are both made by ${family}`;
  return `${same} (${judgeId}, ${agentId}): a judge tends to favour its own family; name another under models.judge`;
}
