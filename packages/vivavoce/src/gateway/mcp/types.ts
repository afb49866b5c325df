import { isJsonObject, type JsonObject, type JsonSchema, type JsonValue } from "../../base/index.ts";
import type { ToolEffect } from "../../shape/index.ts";

/** A tool of an MCP server, as Viva knows tools. */
export interface McpTool {
  /** As the model calls it. */
  name: string;
  /** What it does, for the model. */
  description?: string | undefined;
  /** The JSON Schema of a call's arguments. */
  parameters: JsonSchema;
  /** What a call does to the world. */
  effect: ToolEffect;
}

/** What tools do to the world, by name. */
type ToolEffects = Readonly<Record<string, ToolEffect>>;

/** A server that Viva starts for each client, and speaks to over its standard streams. */
interface McpCommand {
  /** The program. */
  command: string;
  /** Its arguments. */
  args?: readonly string[];
  /** Environment variables for it. Of Viva's own it gets those that programs need, such as PATH and HOME, and no key. */
  env?: Readonly<Record<string, string>>;
  /** Its working directory, relative to the suite's folder. */
  cwd?: string;
  /** What its tools do, where the server does not say so itself. */
  effects?: ToolEffects;
}

/** A server that is running, by its address for Streamable HTTP. */
interface McpUrl {
  /** Its address. */
  url: string;
  /** Headers of every request, such as one that holds a key. */
  headers?: Readonly<Record<string, string>>;
  /** What its tools do, where the server does not say so itself. */
  effects?: ToolEffects;
}

/** No server at all: functions answer for its tools, in a replay as well. */
export interface McpMocks {
  /** The tools that the server would have. */
  tools: readonly McpTool[];
  /** The function that answers for each tool, by name. */
  // biome-ignore lint/suspicious/noExplicitAny: a mock takes what its tool's parameters say
  mocks: Readonly<Record<string, (given: any) => unknown>>;
}

/** An MCP server: a program, an address, or mocks. */
export type McpServer = McpCommand | McpUrl | McpMocks;

/** MCP servers by name. */
export type McpServers = Readonly<Record<string, McpServer>>;

/** A JSON-RPC message. */
export type McpMessage = JsonObject & { method?: string; id?: string | number; params?: JsonValue };

/** A client's way to a real server. */
export interface McpConnection {
  /** The server's answer. Rejects if the server is gone, or was never there. */
  request(message: McpMessage): Promise<McpMessage>;
  notify(message: McpMessage): Promise<void>;
  /** Its latest output that was not a message, for a server that never answers. */
  said(): string;
  close(): Promise<void>;
}

/** What a client can do for its server. The gateway passes none of it on. */
const clientSide = ["roots", "sampling", "elicitation"];

/** The handshake without the client's capabilities, so that the server does not try to use them. */
export function withoutClientSide(message: McpMessage): McpMessage {
  const { params } = message;
  if (!isJsonObject(params)) return message;
  const capabilities = Object.entries((params.capabilities ?? {}) as object).filter(
    ([name]) => !clientSide.includes(name),
  );
  return { ...message, params: { ...params, capabilities: Object.fromEntries(capabilities) } };
}

/** Viva's answer to a server's request to its client; undefined for a notification. */
export function answerToServer({ id, method }: McpMessage): McpMessage | undefined {
  if (id === undefined) return undefined;
  if (method === "ping") return { jsonrpc: "2.0", id, result: {} };
  const message = `Viva does not pass ${method} on to the client`;
  return { jsonrpc: "2.0", id, error: { code: -32601, message } };
}
