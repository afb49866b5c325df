import { anthropicMessages } from "./anthropic-messages.ts";
import { openaiChat } from "./openai-chat.ts";
import { openaiResponses } from "./openai-responses.ts";
import type { Dialect, DialectName } from "./types.ts";

const dialects: readonly Dialect[] = [openaiChat, openaiResponses, anthropicMessages];

/** The dialect that a path belongs to, by how it ends: "/v1/chat/completions?api-version=1". */
export function dialectOf(path: string): Dialect | undefined {
  return dialects.find((dialect) => dialect.matches(path));
}

/** Undefined for requests that are forwarded without being read. */
export function dialectNamed(name: DialectName | "unread"): Dialect | undefined {
  return dialects.find((dialect) => dialect.name === name);
}
