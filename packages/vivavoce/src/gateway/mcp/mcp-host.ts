import {
  InfrastructureError,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  jsonIn,
  messageOf,
  sameJson,
  sentencesOf,
  timeLimit,
  toJsonValue,
  VivaError,
} from "../../base/index.ts";
import type { AskMcp, McpReply } from "../../model/index.ts";
import { httpConnection } from "./http-connection.ts";
import { stdioConnection } from "./stdio-connection.ts";
import { learnedTools, mocked, outcomeOf, resultOf } from "./tools.ts";
import { type McpConnection, type McpMessage, type McpServer, type McpServers, withoutClientSide } from "./types.ts";

/** The answer to a request over HTTP. */
interface McpHttpAnswer {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What the servers of a conversation need from it. */
interface McpSurroundings {
  /** How long a server may take to answer. */
  silentMs: number;
  ask: AskMcp;
  /** Runs a tool, which Viva may mock or make fail. */
  tool(call: { name: string; arguments: JsonValue }, run: (given: JsonObject) => unknown): Promise<unknown>;
  /** Called with a server's tools. */
  learn(tools: ReturnType<typeof learnedTools>, server: string): void;
  /** Ends the exchange with an outage. */
  cut(error: Error): void;
}

/** An initialised client. Its real server is started when it is first needed; never in a replay. */
interface Client {
  server: string;
  connection?: McpConnection;
}

/**
 * The MCP servers of one conversation, as its agent sees them: real, replayed or mocked, each under a path of the gateway.
 * Viva may mock a tool call or make it fail; anything else is passed on unchanged.
 */
export class McpHost {
  readonly #servers: McpServers;
  readonly #around: McpSurroundings;
  readonly #clients = new Map<string, Client>();
  #isOver = false;
  /** Whether the agent has asked any server, which explains its connections. */
  isUsed = false;

  constructor(servers: McpServers, around: McpSurroundings) {
    this.#servers = servers;
    this.#around = around;
  }

  get names(): string[] {
    return Object.keys(this.#servers);
  }

  /** Answers a request over HTTP to one of the servers. */
  async answer(
    server: string,
    { method, session, body }: { method: string; session: string | undefined; body: string },
  ): Promise<McpHttpAnswer> {
    if (!Object.hasOwn(this.#servers, server)) return this.#unknown(server);
    this.isUsed = true;
    if (method === "DELETE") {
      await this.#leave(session);
      return { status: 200, headers: {}, body: "" };
    }
    // Viva sends nothing unasked, so there is no stream to listen to.
    if (method !== "POST") return { status: 405, headers: { allow: "POST, DELETE" }, body: "" };
    const given = messagesIn(body);
    if (given === undefined) return jsonAnswer(problem(undefined, -32700, "this is not a JSON-RPC message"), 400);
    const messages = Array.isArray(given) ? given : [given];
    const opening = messages.some((message) => message.method === "initialize");
    const id = opening ? String(this.#clients.size + 1) : session;
    const client = this.#client(server, id, opening);
    if (!client) return jsonAnswer(problem(messages[0]?.id, -32600, "this session is not open: initialize first"), 404);
    const answers = await Promise.all(messages.map((message) => this.#take(client, message)));
    const replies = answers.filter((answer) => answer !== undefined);
    if (replies.length === 0) return { status: 202, headers: {}, body: "" };
    const answer = jsonAnswer(Array.isArray(given) ? replies : replies[0]);
    return opening && id ? { ...answer, headers: { ...answer.headers, "mcp-session-id": id } } : answer;
  }

  /** Ends the servers with their conversation. */
  close(): Promise<unknown> | undefined {
    this.#isOver = true;
    if (this.#clients.size === 0) return undefined;
    return Promise.all([...this.#clients.keys()].map((id) => this.#leave(id)));
  }

  #client(server: string, id: string | undefined, opening: boolean): Client | undefined {
    // A client that does not name its session means the latest.
    const known =
      id === undefined ? [...this.#clients.values()].findLast((one) => one.server === server) : this.#clients.get(id);
    if (!opening || id === undefined) return known?.server === server ? known : undefined;
    const client = { server };
    this.#clients.set(id, client);
    return client;
  }

  async #leave(id: string | undefined): Promise<void> {
    const client = id === undefined ? undefined : this.#clients.get(id);
    const connection = client?.connection;
    if (client) delete client.connection;
    await connection?.close();
  }

  /** Answers one message; undefined if it needs no answer. A failure of a server ends the exchange. */
  async #take(client: Client, message: McpMessage): Promise<McpMessage | undefined> {
    const { id, method } = message;
    try {
      if (method === undefined || id === undefined) return void (await client.connection?.notify(message));
      const { result, error } = await (method === "tools/call"
        ? this.#call(client, message)
        : this.#ask(client, message));
      if (method === "tools/list") this.#around.learn(learnedTools(result, this.#server(client)), client.server);
      return { jsonrpc: "2.0", id, ...(error ? { error } : { result: result ?? null }) };
    } catch (error) {
      // A message left unanswered at the end is not a failure.
      if (isOutage(error) && !this.#isOver) this.#around.cut(error);
      return id === undefined ? undefined : problem(id, -32603, sentencesOf(error));
    }
  }

  #server({ server }: Client): McpServer {
    return this.#servers[server] as McpServer;
  }

  /** The server's answer: from the real one, or the tape. Mocks answer live and in a replay, and are not recorded. */
  async #ask(client: Client, message: McpMessage): Promise<McpReply> {
    const { server } = client;
    const { method = "", params } = message;
    const definition = this.#server(client);
    if ("mocks" in definition) return mocked(server, definition).reply(method, params);
    const request = { server, method, ...(params === undefined ? {} : { params }) };
    return this.#around.ask(request, async () => {
      client.connection ??= connect(server, definition);
      const begun = performance.now();
      const sent = method === "initialize" ? withoutClientSide(message) : message;
      const { result, error } = await this.#inTime(server, method, client.connection, sent);
      const ms = Math.round(performance.now() - begun);
      if (isJsonObject(error)) return { error, ms };
      if (result === undefined) throw outage(`answered ${method} with neither a result nor an error`, server);
      return { result, ms };
    });
  }

  /** A server that does not answer is an outage; if it were waited for, the agent would be blamed for the time. */
  async #inTime(server: string, method: string, connection: McpConnection, sent: McpMessage): Promise<McpMessage> {
    const { silentMs } = this.#around;
    const { promise, reject } = Promise.withResolvers<never>();
    const limit = timeLimit(silentMs, () => {
      const said = connection.said();
      const last = said === "" ? "" : `; its last output was ${JSON.stringify(said)}`;
      reject(outage(`did not answer ${method} within ${silentMs / 1_000} s, half of limits.exchangeMs${last}`, server));
    });
    return Promise.race([connection.request(sent), promise]).finally(() => limit.stop());
  }

  /** A call of a tool, which Viva may mock or make fail before it reaches the server. */
  async #call(client: Client, message: McpMessage): Promise<McpReply> {
    const params = isJsonObject(message.params) ? message.params : {};
    const name = String(params.name);
    const given = params.arguments ?? {};
    const definition = this.#server(client);
    let reply: McpReply | undefined;
    let value: JsonValue | undefined;
    const real = async (run: JsonObject) => {
      const asked = sameJson(run, given) ? message : { ...message, params: { ...params, arguments: run } };
      reply = await this.#ask(client, asked);
      if (reply.error) throw new ToolFailed(String(reply.error.message));
      const outcome = outcomeOf(reply.result);
      if ("fault" in outcome) throw new ToolFailed(outcome.fault);
      value = outcome.value;
      return value;
    };
    const run = "mocks" in definition ? mocked(client.server, definition).tool(name) : real;
    try {
      const said = await this.#around.tool({ name, arguments: given }, run);
      // An unchanged answer is passed on exactly.
      return reply && value !== undefined && sameJson(toJsonValue(said ?? null), value)
        ? reply
        : { result: resultOf(said) };
    } catch (error) {
      if (isOutage(error)) throw error;
      return error instanceof ToolFailed && reply
        ? reply
        : { result: { ...resultOf(messageOf(error)), isError: true } };
    }
  }

  #unknown(server: string): McpHttpAnswer {
    const names = this.names.join(", ");
    const error = new InfrastructureError({
      message: `the agent asks for an MCP server ${server}, but the suite has ${names === "" ? "none" : `only ${names}`}`,
      remedy: `Add it to the suite: mcp: { ${server}: { command: "…" } }.`,
    });
    this.#around.cut(error);
    return jsonAnswer(problem(undefined, -32600, sentencesOf(error)), 404);
  }
}

/** A tool reported an error, which the agent has to handle. */
class ToolFailed extends Error {}

function isOutage(error: unknown): error is InfrastructureError {
  return VivaError.isInstance(error) && ["InfrastructureError", "ModelError"].includes(error.name);
}

function outage(what: string, server: string): InfrastructureError {
  const remedy = "Try the server by itself, or mock it.";
  return new InfrastructureError({ message: `the MCP server ${server} ${what}`, remedy });
}

function connect(name: string, server: Exclude<McpServer, { mocks: unknown }>): McpConnection {
  return "url" in server ? httpConnection(name, server) : stdioConnection(name, server);
}

function messagesIn(body: string): McpMessage | McpMessage[] | undefined {
  const value = jsonIn(body);
  const isMessages = Array.isArray(value) ? value.length > 0 && value.every(isJsonObject) : isJsonObject(value);
  return isMessages ? (value as McpMessage | McpMessage[]) : undefined;
}

function problem(id: McpMessage["id"], code: number, message: string): McpMessage {
  return { jsonrpc: "2.0", id: id ?? null, error: { code, message } } as JsonObject as McpMessage;
}

function jsonAnswer(value: unknown, status = 200): McpHttpAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}
