/** Makers of models, and how their models are called wherever they are served. */
const families: readonly (readonly [family: string, name: RegExp])[] = [
  ["OpenAI", /\b(?:openai|gpt|chatgpt|o[1-9](?:-|$))/],
  ["Anthropic", /\b(?:anthropic|claude)/],
  ["Google", /\b(?:google|gemini|gemma|palm-)/],
  ["Meta", /\b(?:meta-llama|llama|codellama)/],
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

/** Who made a model, from its id; undefined where the id does not tell. What it is served by says nothing. */
export function familyOf(modelId: string): string | undefined {
  const name = modelId
    .toLowerCase()
    .replace(/^(?:openrouter|compatible|azure|bedrock|vertex|groq|together|ollama):/, "");
  const served = name.split(/[/:]/);
  // The model's own name tells more than the vendor's: "openai:…" is also what many compatible servers are called.
  for (const part of [...served].reverse()) {
    const found = families.find(([, pattern]) => pattern.test(part));
    if (found) return found[0];
  }
  return undefined;
}

/**
 * A warning where a judge and an agent were made by the same people: such a judge tends to prefer what is like it.
 *
 * @example sameFamilyWarning("openai:gpt-5", "openrouter:openai/gpt-4o")
 */
export function sameFamilyWarning(judgeId: string, agentId: string): string | undefined {
  const family = familyOf(judgeId);
  if (family === undefined || family !== familyOf(agentId)) return undefined;
  const same = judgeId === agentId ? "the judge is the agent's own model" : `judge and agent are both of ${family}`;
  return `${same} (${judgeId}, ${agentId}): a judge tends to favour its own family; name another under models.judge`;
}
