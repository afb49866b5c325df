import type { WireAnswer, WireOptions, WireRequest } from "../model/index.ts";
import type { McpHost } from "./mcp/mcp-host.ts";

/** The address of one trial at the gateway. It is valid as long as the trial lasts. */
export interface GatewayAddress {
  /** "http://127.0.0.1:4711/t/TOKEN": paths such as "/v1/chat/completions" follow. */
  url: string;
  /** The token to send as the key. */
  token: string;
  /** Environment variables that make the usual SDKs use it: OPENAI_BASE_URL, OPENAI_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, VIVA_GATEWAY; VIVA_MCP_NAME for each MCP server, VIVA_MCP_SHIM. */
  environment: Readonly<Record<string, string>>;
}

/** A conversation as the gateway knows it. */
export interface GatewayTrial {
  caseId: string;
  /** Whether a request that was on its way to this host may go on there; left out: none may. */
  leads?: ((host: string, port: number | undefined) => boolean) | undefined;
  /** Makes a model call for the trial, as `context.model()` would. */
  wire(request: WireRequest, options: WireOptions): Promise<WireAnswer>;
  /** The MCP servers of the suite. */
  mcp?: Pick<McpHost, "names" | "answer"> | undefined;
  /** All that the user has said, history included, to detect calls attributed to the wrong trial. */
  readonly lines: readonly string[];
  /** Ends the current exchange with an outage. */
  cut(error: Error): void;
}

/** A trial's access to the gateway, from the beginning to the end of its conversation. */
export interface GatewayRoute {
  address(): Promise<GatewayAddress>;
  /** Runs code of the trial, so that calls by its own clients come here. */
  within<T>(work: () => T): T;
  /** `wasCutOff`: the conversation was interrupted, and its agent may still be at work. */
  close(wasCutOff?: boolean): void;
}
