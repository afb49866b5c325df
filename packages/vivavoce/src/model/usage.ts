import type { Usage } from "../transcript/index.ts";

/** What a call used, without the counts that nobody gave; undefined where input or output is unknown: that is not 0. */
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
