import type { JsonObject, JsonSchema } from "../base/index.ts";
import type { Usage } from "../shape/index.ts";

/** A tool as a model sees it. */
export interface ModelTool {
  /** Its name in the model's calls. */
  name: string;
  /** What it does. */
  description?: string | undefined;
  /** The schema of its arguments. */
  parameters: JsonSchema;
}

/** A call that a model asks for. Arguments that are not a JSON object are kept as text. */
export interface ModelToolCall {
  /** The id that its result is given under. */
  id: string;
  /** The tool. */
  name: string;
  /** The arguments. */
  arguments: JsonObject | string;
}

/** One message of a request to a model. */
export type ChatMessage =
  | { role: "system"; content: string }
  | { role: "user"; content: string }
  | { role: "assistant"; content: string; toolCalls?: ModelToolCall[] | undefined }
  /** `isError` is sent to models whose API has a field for it; for others the content says so. */
  | { role: "tool"; toolCallId: string; content: string; isError?: true | undefined };

/** Settings that a model keeps for all its calls; a request may set its own. */
export interface ModelSettings {
  /** How random the answers are. */
  temperature?: number | undefined;
  /** The most tokens of an answer. */
  maxTokens?: number | undefined;
  /** A seed, for providers that take one. */
  seed?: number | undefined;
  /** Draws only from the likeliest tokens whose probabilities sum to this. */
  topP?: number | undefined;
  /** Texts at which an answer ends. */
  stop?: string[] | undefined;
}

/** What a model is asked. */
export interface ModelRequest extends ModelSettings {
  /** The conversation so far. */
  messages: ChatMessage[];
  /** The tools that it may ask for. */
  tools?: ModelTool[] | undefined;
  /** Whether it may, must not or must ask for a tool; "auto" if left out. */
  toolChoice?: "auto" | "none" | "required" | undefined;
  /** The answer must be JSON that meets this schema. */
  output?: { name: string; schema: JsonSchema } | undefined;
  /** How many alternatives to report for each token, if the provider can. */
  topLogprobs?: number | undefined;
}

/** A token of an answer, with how likely it was. */
export interface TokenLogprob {
  /** The token. */
  token: string;
  /** The logarithm of its probability. */
  logprob: number;
  /** The likeliest tokens in that place. */
  top: { token: string; logprob: number }[];
}

/** What a model answered. */
export interface ModelAnswer {
  /** What it says. */
  text: string;
  /** The tool calls that it asks for. */
  toolCalls: ModelToolCall[];
  /** Why it ended there. */
  finish: "stop" | "tool-calls" | "length" | "content-filter" | "other";
  /** The tokens that were used, if the provider says so. */
  usage?: Usage | undefined;
  /** In US dollars; undefined if neither provider nor price list knows. */
  cost?: number | undefined;
  /** The model that answered, as the provider names it. */
  servedModel?: string | undefined;
  /** The provider's own id of this answer, from which its draw is made. No tape has it. */
  id?: string | undefined;
  /** What a reader should know, such as a setting that the provider ignored. */
  warnings?: string[] | undefined;
  /** The log-probabilities of its tokens, if they were asked for. */
  logprobs?: TokenLogprob[] | undefined;
}

/** Whether a call waits for its turn or is sent. */
export type CallStage = "waiting" | "sent";

/** How one call is made. */
export interface CallOptions {
  /** Aborting it cancels the call. */
  signal?: AbortSignal | undefined;
  /** Called for each attempt when the call waits for its turn and when it is sent. A ready model may leave this out. */
  onStage?: ((stage: CallStage) => void) | undefined;
  /** Whether the caller can use an answer. One that it cannot use is not kept for later runs. */
  accepts?: ((answer: ModelAnswer) => boolean) | undefined;
  /** What others begin with too, for providers that keep it: part of the last message, and a form that fits all answers. */
  shared?: { characters: number; output: NonNullable<ModelRequest["output"]> } | undefined;
}

/** Anything that answers a chat request: a provider's model, a tape, a script. */
export interface Model {
  /** "openrouter:google/gemini-2.5-flash" */
  readonly id: string;
  /** The owner's settings for all calls; they override a caller's defaults. */
  readonly settings?: ModelSettings | undefined;
  /** Asks the model once. */
  call(request: ModelRequest, options?: CallOptions): Promise<ModelAnswer>;
}

/** A language model of the AI SDK, as far as Viva needs to know it; `ai` itself is not needed. */
export interface AiSdkModel {
  /** The version of the SDK's interface. */
  readonly specificationVersion: string;
  /** The provider, as the SDK names it. */
  readonly provider: string;
  /** The model, as the provider names it. */
  readonly modelId: string;
  /** `never`, so that the models of every version of the SDK fit. */
  doGenerate(options: never): PromiseLike<unknown>;
}

/** How a suite names a model: a string, one with settings, or a ready model, Viva's own or the AI SDK's. */
export type ModelChoice = string | ModelSpec | Model | AiSdkModel;

/** A model with its settings. */
export interface ModelSpec extends ModelSettings {
  /** The provider and its model: "openai:gpt-5". */
  model: string;
  /** Where an OpenAI-compatible server listens, for providers that are not built in. */
  baseURL?: string | undefined;
  /** The environment variable that holds the key. */
  keyVariable?: string | undefined;
  /** After how many milliseconds without an answer a call fails. */
  timeoutMs?: number | undefined;
  /** The most calls at the same time. A slow or unknown server may get fewer. */
  concurrency?: number | undefined;
  /** The most requests in a minute, retries included, evenly distributed. */
  requestsPerMinute?: number | undefined;
  /** The most tokens in a minute, of requests and answers together. */
  tokensPerMinute?: number | undefined;
  /** How often a call is retried after a temporary outage; 4 if left out, with growing waits between. */
  retries?: number | undefined;
}
