import { Cut, InfrastructureError, type JsonValue, toJsonValue, VivaError, valueAt } from "../base/index.ts";
import { type GatewayTrial, McpHost, openRoute } from "../gateway/index.ts";
import {
  type Dialect,
  dialectNamed,
  type ModelAnswer,
  ModelError,
  type ModelToolCall,
  outageIn,
  type RequestReading,
  type WireAnswer,
  type WireOptions,
  type WireRequest,
} from "../model/index.ts";
import type { Transcript } from "../shape/index.ts";
import type { ExchangeScopes } from "./exchange-scopes.ts";
import { outside } from "./running-trial.ts";
import type { Scene } from "./scene.ts";
import type { ToolHand } from "./tool-hand.ts";

/** What answers the agent's own clients, of models and of MCP servers, in one conversation. */
export class OwnClients {
  /** The tools that MCP servers list, by server. */
  readonly servers: NonNullable<Transcript["servers"]> = {};
  readonly #scene: Scene;
  readonly #scopes: ExchangeScopes;
  /** Aborted with an outage as its reason: the current exchange ends with it at once. */
  readonly cut = new Cut();
  readonly mcp: McpHost;
  readonly route: ReturnType<typeof openRoute>;
  readonly #lines: string[];

  constructor(scene: Scene, scopes: ExchangeScopes, tools: ToolHand) {
    const { testCase, setting, limits, learned } = scene;
    this.#scene = scene;
    this.#scopes = scopes;
    this.#lines = testCase.history.flatMap(({ role, content }) => (role === "user" ? [content] : []));
    const cut = (error: Error) => this.cut.abort(error);
    this.mcp = new McpHost(setting.mcp ?? {}, {
      silentMs: limits.exchangeMs / 2,
      ask: setting.traffic.mcp ?? ((_request, ask) => ask()),
      tool: tools.run,
      learn: (tools, server) => {
        for (const tool of tools) learned.set(tool.name, tool);
        this.servers[server] = toJsonValue(tools);
      },
      cut,
    });
    const trial: GatewayTrial = {
      caseId: testCase.id,
      leads: setting.leads,
      wire: (request, options) => this.#wire(request, options),
      mcp: {
        names: this.mcp.names,
        // The gateway's connections belong to no exchange, so what comes over them belongs to the latest.
        answer: (server, request) => outside(() => this.mcp.answer(server, request)),
      },
      lines: this.#lines,
      cut,
    };
    this.route = openRoute(trial, setting);
  }

  /** Notes a line of the user, by which Viva notices a call that was assigned to the wrong trial. */
  said(line: string): void {
    this.#lines.push(line);
  }

  /** Undefined if there is nothing to wait for. */
  close(ending: "completed" | "cut-off"): Promise<unknown> | undefined {
    this.route.close(ending === "cut-off");
    return this.mcp.close();
  }

  /**
   * A call of the agent's own client. Its tool calls are read from the answer, their results from the next request. If Viva
   * refuses the call, the exchange ends with an outage, whatever the agent does about it.
   */
  async #wire(request: WireRequest, options: WireOptions): Promise<WireAnswer> {
    const { traffic, asked } = this.#scene;
    const scopes = this.#scopes;
    const dialect = dialectNamed(request.dialect);
    const reading = dialect?.readRequest(request.body);
    scopes.seeResults(reading?.results ?? []);
    const answered = reading && asked.send({ ...reading, forced: forcedTool(request.body) });
    const calls = new AnswerCalls(dialect, (call) => {
      answered?.(call);
      scopes.recorder.see(call);
    });
    const onEvent = (text: string) => {
      calls.add(text);
      options.onEvent?.(text);
    };
    try {
      if (reading) refuseSeveralAnswers(reading);
      const answer = await traffic.wire(request, { ...options, onEvent }, this.#scene.signal);
      if (answer.answer) calls.whole(answer.answer);
      return answer;
    } catch (error) {
      if (options.signal?.aborted) calls.stopped();
      if (isRefusal(error)) this.cut.abort(error);
      throw error;
    }
  }
}

/** The agent may follow any of several answers. Viva cannot see which one, and so not which tool calls were made. */
function refuseSeveralAnswers({ answers = 1, tools }: RequestReading): void {
  if (answers === 1 || tools.length === 0) return;
  throw new InfrastructureError({
    message: `the agent asked a model for ${answers} answers (n: ${answers}) and offered it tools, so Viva cannot tell which tool calls the agent made`,
    remedy: "Ask for one answer at a time, or offer no tools in this request.",
  });
}

/** The tool that the model has to call, in any dialect. */
function forcedTool(body: JsonValue): string | undefined {
  const name = valueAt(body, "/tool_choice/name") ?? valueAt(body, "/tool_choice/function/name");
  return typeof name === "string" ? name : undefined;
}

/** Whether Viva itself refused a call: no tape answers it, it does not match the suite's model, or it has no price. */
function isRefusal(error: unknown): boolean {
  if (ModelError.is(error)) return error.failure === "no-tape" || error.failure === "tape-differs";
  return VivaError.isInstance(error) && (error.name === "InputError" || error.name === "InfrastructureError");
}

/** What stands in the piece of a stream that says how the answer ended, in any dialect. */
const endSign = /finish_reason"\s*:\s*"|\[DONE\]|"stop_reason"\s*:\s*"|message_stop|response\.(?:completed|incomplete)/;

/**
 * Tells of the tool calls in one answer before its client reads the end: the client may run them at once, while the
 * connection to the provider is still open, or stop reading there.
 */
export class AnswerCalls {
  readonly #dialect: Dialect | undefined;
  readonly #see: (call: ModelToolCall) => void;
  readonly #pieces: string[] = [];
  #isSeen = false;
  #fault: { error: unknown } | undefined;

  constructor(dialect: Dialect | undefined, see: (call: ModelToolCall) => void) {
    this.#dialect = dialect;
    this.#see = see;
  }

  /** The next piece of a stream, which the client has not got yet. */
  add(piece: string): void {
    if (!this.#dialect || this.#isSeen) return;
    this.#pieces.push(piece);
    if (!endSign.test(piece)) return;
    const answer = this.#dialect.readEvents(this.#pieces);
    if (outageIn(answer) !== undefined) return;
    try {
      this.whole(answer);
    } catch (error) {
      // Nobody could catch it here, in the middle of the stream.
      this.#fault = { error };
    }
  }

  /** The whole answer has come. Throws if there are too many calls. */
  whole({ toolCalls }: Pick<ModelAnswer, "toolCalls">): void {
    if (this.#fault) throw this.#fault.error;
    if (this.#isSeen) return;
    this.#isSeen = true;
    for (const call of toolCalls) this.#see(call);
  }

  /** The client stopped reading on its own. It may still run what it has read of the answer, but no call that is cut off. */
  stopped(): void {
    if (!this.#dialect || this.#isSeen || this.#pieces.length === 0) return;
    const { toolCalls } = this.#dialect.readEvents(this.#pieces);
    this.whole({ toolCalls: toolCalls.filter((call, index) => index < toolCalls.length - 1 || isComplete(call)) });
  }
}

/** Arguments that are cut off are not JSON. None at all may be those of a call that has only begun. */
function isComplete({ arguments: given }: ModelToolCall): boolean {
  return typeof given !== "string" && Object.keys(given).length > 0;
}
