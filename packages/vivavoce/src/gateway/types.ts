import type { WireAnswer, WireOptions, WireRequest } from "../model/index.ts";
import type { McpHost } from "./mcp/mcp-host.ts";

/** The address of one trial at the gateway. It dies with the trial. */
export interface GatewayAddress {
  /** "http://127.0.0.1:4711/t/TOKEN": paths such as "/v1/chat/completions" follow. */
  url: string;
  /** What to send as the key. */
  token: string;
  /** What makes the usual SDKs ask there: OPENAI_BASE_URL, OPENAI_API_KEY, ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY, VIVA_GATEWAY; VIVA_MCP_NAME for each MCP server, VIVA_MCP_SHIM. */
  environment: Readonly<Record<string, string>>;
}

/** A conversation as the gateway knows it. */
export interface GatewayTrial {
  caseId: string;
  /** Asks for the trial, as `context.model()` would. */
  wire(request: WireRequest, options: WireOptions): Promise<WireAnswer>;
  /** The MCP servers of the suite. */
  mcp?: Pick<McpHost, "names" | "answer"> | undefined;
  /** All that the user has said, history included: by it a call that was laid to the wrong trial is found out. */
  readonly lines: readonly string[];
  /** Ends the exchange that is under way, with an outage: nothing about the agent is known by it. */
  cut(error: Error): void;
}

/** A trial's way to the gateway, from when its conversation begins until it is over. */
export interface GatewayRoute {
  address(): Promise<GatewayAddress>;
  /** Runs code of the trial: what it asks by a client of its own is asked here. */
  within<T>(work: () => T): T;
  /** `wasCutOff`: the conversation did not come to its end, and its agent may still be at work. */
  close(wasCutOff?: boolean): void;
}
