import { Members, sha256 } from "../base/index.ts";
import type { WireAnswer, WireOptions, WireRequest } from "../model/index.ts";
import type { McpHost } from "./mcp/mcp-host.ts";

/** How many finished trials are remembered: late calls come soon after the end. */
const mostRemembered = 1_000;

/** A trial that is over. */
interface OverTrial extends Pick<GatewayTrial, "caseId" | "lines"> {
  /** It was interrupted: its agent may still be at work. */
  wasCutOff: boolean;
}

/** The trials whose conversations are under way, by token. */
export class OpenTrials {
  readonly #open = new Members<{ token: string; trial: GatewayTrial }>();
  /** The tokens of trials whose agents are sent a trace id. */
  readonly #byTrace = new Map<string, string>();
  readonly #over = new Map<string, OverTrial>();
  #late = new Map<string, number>();

  /** Returns a function that ends the trial. */
  add(token: string, trial: GatewayTrial): (wasCutOff?: boolean) => void {
    const open = { token, trial };
    this.#open.add(open);
    return (wasCutOff = false) => {
      this.#open.delete(open);
      const { caseId, lines } = trial;
      this.#over.set(token, { caseId, lines, wasCutOff });
      if (this.#over.size <= mostRemembered) return;
      const [oldest = ""] = this.#over.keys();
      this.#over.delete(oldest);
      if (this.#byTrace.size > 0) this.#byTrace.delete(traceIdOf(oldest));
    };
  }

  get(token: string): GatewayTrial | undefined {
    return this.#find(token)?.trial;
  }

  /** A finished trial, as long as it is remembered. */
  over(token: string): OverTrial | undefined {
    return this.#over.get(token);
  }

  /** The trace of all requests to a trial's agent. */
  traceId(token: string): string {
    const trace = traceIdOf(token);
    this.#byTrace.set(trace, token);
    return trace;
  }

  /** A trial by the trace id that its agent was called with: "00-TRACE-SPAN-01". */
  traced(traceparent: string | undefined): string | undefined {
    const trace = traceparent?.split("-")[1];
    return trace === undefined ? undefined : this.#byTrace.get(trace);
  }

  /** Counts a call that came after its trial. */
  countLate(token: string): void {
    const { caseId } = this.#over.get(token) ?? {};
    if (caseId !== undefined) this.#late.set(caseId, (this.#late.get(caseId) ?? 0) + 1);
  }

  /** Model calls of agents' own clients that came after their conversations, by case, since the last call of this method. */
  takeLate(): ReadonlyMap<string, number> {
    const late = this.#late;
    this.#late = new Map();
    return late;
  }

  all(): GatewayTrial[] {
    return Array.from(this.#open, ({ trial }) => trial);
  }

  #find(token: string) {
    return Iterator.from(this.#open).find((open) => open.token === token);
  }
}

/** A trace id does not reveal the token, which is a key. */
export function traceIdOf(token: string): string {
  return sha256(token).slice(0, 32);
}

/** The open trials of this process. */
export const openTrials = new OpenTrials();

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
  /** All lines of the user so far, those of the case's history included, the latest last. */
  lines: readonly string[];
  /** Whether a request that was on its way to this host may go on there; left out: none may. */
  leads?: ((host: string, port: number | undefined) => boolean) | undefined;
  /** Makes a model call for the trial, as `context.model()` would. */
  wire(request: WireRequest, options: WireOptions): Promise<WireAnswer>;
  /** The MCP servers of the suite. */
  mcp?: Pick<McpHost, "names" | "answer"> | undefined;
  /** Ends the current exchange with an outage. */
  cut(error: Error): void;
}
