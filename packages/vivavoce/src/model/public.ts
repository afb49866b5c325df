export type { ChatMessage, Model, ModelAnswer, ModelRequest } from "./types.ts";
