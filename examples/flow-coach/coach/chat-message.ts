import type { Model } from "vivavoce";

/** One message of the conversation as a model is sent it. */
export type ChatMessage = Parameters<Model["call"]>[0]["messages"][number];
