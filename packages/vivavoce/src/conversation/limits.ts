/** Limits at which Viva ends a conversation; reaching one is the agent's failure. */
export interface ConversationLimits {
  /** Milliseconds for one exchange. */
  exchangeMs: number;
  /** Milliseconds for the whole conversation, and then for each metric, without the time in which it waits for its judge. */
  conversationMs: number;
  /** Model calls in one exchange. */
  modelCalls: number;
  /** Tool calls in one exchange. */
  toolCalls: number;
}

export const defaultLimits: ConversationLimits = {
  exchangeMs: 120_000,
  conversationMs: 600_000,
  modelCalls: 50,
  toolCalls: 100,
};

/** Limits with their defaults filled in; undefined counts as left out. */
export function withDefaults(limits: Partial<ConversationLimits> = {}): ConversationLimits {
  const given = Object.entries(limits).filter(([, limit]) => limit !== undefined);
  return { ...defaultLimits, ...Object.fromEntries(given) };
}
