import type { JsonObject, JsonSchema } from "../base/index.ts";
import type { Usage } from "../transcript/index.ts";

/** A tool as a model is told of it. */
export interface ModelTool {
  name: string;
  description?: string | undefined;
  parameters: JsonSchema;
}

/** A call that a model asks for. Arguments that are no JSON object stay the text that the model wrote. */
export interface ModelToolCall {
  id: string;
  name: string;
  arguments: JsonObject | string;
}

export type ChatMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ModelToolCall[] | undefined }
  /** `isError` is told to models whose API has a field for it; elsewhere the content says it. */
  | { role: "tool"; toolCallId: string; content: string; isError?: true | undefined };

/** Settings that a model keeps for all its calls; a request may set its own. */
export interface ModelSettings {
  temperature?: number | undefined;
  maxTokens?: number | undefined;
  seed?: number | undefined;
  topP?: number | undefined;
  stop?: string[] | undefined;
}

export interface ModelRequest extends ModelSettings {
  messages: ChatMessage[];
  tools?: ModelTool[] | undefined;
  toolChoice?: "auto" | "none" | "required" | undefined;
  /** The answer must be JSON of this schema. */
  output?: { name: string; schema: JsonSchema } | undefined;
  /** How many alternatives to report for each token, where the provider can. */
  topLogprobs?: number | undefined;
}

export interface TokenLogprob {
  token: string;
  logprob: number;
  top: { token: string; logprob: number }[];
}

export interface ModelAnswer {
  text: string;
  toolCalls: ModelToolCall[];
  finish: "stop" | "tool-calls" | "length" | "content-filter" | "other";
  usage?: Usage | undefined;
  /** In US dollars; undefined where neither provider nor price list knows. */
  cost?: number | undefined;
  /** The model that answered, as the provider names it. */
  servedModel?: string | undefined;
  warnings?: string[] | undefined;
  logprobs?: TokenLogprob[] | undefined;
}

export type CallStage = "waiting" | "sent";

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Told, for each attempt, when the call waits for its turn and when it is really sent. A ready model need not tell. */
  onStage?: ((stage: CallStage) => void) | undefined;
}

/** Whatever answers a chat request: a provider's model, a tape, a script. */
export interface Model {
  /** "openrouter:google/gemini-2.5-flash" */
  readonly id: string;
  /** What its owner set for all calls; a caller's default gives way to it. */
  readonly settings?: ModelSettings | undefined;
  call(request: ModelRequest, options?: CallOptions): Promise<ModelAnswer>;
}

/** A language model of the AI SDK, as far as Viva needs to know it; `ai` itself is not needed. */
export interface AiSdkModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  /** `never`, so that the models of every version of the SDK fit. */
  doGenerate(options: never): PromiseLike<unknown>;
}

/** How a suite names a model: a string, one with settings, or a ready model, Viva's own or the AI SDK's. */
export type ModelChoice = string | ModelSpec | Model | AiSdkModel;
export interface ModelSpec extends ModelSettings {
  model: string;
  /** Where an OpenAI-compatible server listens, for providers that are not built in. */
  baseURL?: string | undefined;
  /** The environment variable that holds the key. */
  keyVariable?: string | undefined;
  timeoutMs?: number | undefined;
  /** Most calls at once. A server that is slow, or nobody knows, may get fewer. */
  concurrency?: number | undefined;
  /** How often a call is tried again after an outage that may pass; 4 if left out, with growing waits between. */
  retries?: number | undefined;
}
