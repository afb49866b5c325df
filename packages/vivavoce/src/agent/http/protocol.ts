import { isJsonObject, type JsonValue, jsonIn, safeLine } from "../../base/index.ts";
import type { Piece } from "../dialogue.ts";
import { AgentFailure } from "../types.ts";
import type { HttpTurn } from "./options.ts";

/** How one conversation becomes requests, and how the answers are read. */
export interface Protocol {
  body(turn: HttpTurn): unknown;
  /** How answers are streamed; left out if the type of an answer says so. */
  stream?: "sse" | "ndjson" | undefined;
  whole(text: string): readonly Piece[];
  part(data: string, event: string | undefined): readonly Piece[];
  /** What is missing if a stream ends here. */
  unfinished?(): string | undefined;
}

/** Parses JSON, or fails the agent. */
export function jsonOf(text: string): JsonValue {
  const value = jsonIn(text);
  if (value !== undefined) return value;
  throw new AgentFailure(`the server's answer is not JSON: ${safeLine(text, 200)}`);
}

/** The same for an object. */
export function objectOf(text: string): { [key: string]: JsonValue } {
  const value = jsonOf(text);
  if (isJsonObject(value)) return value;
  throw new AgentFailure(`the server's answer is not a JSON object: ${safeLine(text, 200)}`);
}
