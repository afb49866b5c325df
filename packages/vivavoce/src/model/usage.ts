import type { Usage } from "../shape/index.ts";

/** The tokens of a call; undefined if input or output is unknown, which is not the same as 0. */
export function usageFrom(counts: { [count in keyof Usage]?: number | undefined }): Usage | undefined {
  const { inputTokens, outputTokens, cachedTokens, reasoningTokens } = counts;
  if (inputTokens === undefined || outputTokens === undefined) return undefined;
  return {
    inputTokens,
    outputTokens,
    ...(cachedTokens !== undefined && { cachedTokens }),
    ...(reasoningTokens !== undefined && { reasoningTokens }),
  };
}
