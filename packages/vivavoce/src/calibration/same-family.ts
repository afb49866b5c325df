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
export function familyOf(modelId: string): string | undefined {
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
