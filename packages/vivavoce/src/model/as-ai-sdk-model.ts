import { requestFromAiSdk } from "./ai-sdk-request.ts";
import type { AiSdkModel, Model, ModelAnswer } from "./types.ts";

/** A model of Viva as the AI SDK takes one. */
export interface ServedAiSdkModel extends AiSdkModel {
  readonly specificationVersion: "v4";
  /** Empty, because Viva sends texts only. */
  readonly supportedUrls: Record<string, RegExp[]>;
  /** Asks Viva's model. */
  doGenerate(call: never): Promise<ReturnType<typeof resultOf>>;
  /** Asks Viva's model, and gives the answer as a stream. */
  doStream(call: never): Promise<{ stream: ReadableStream }>;
}

/**
 * A model of Viva as an AI SDK model (specification 4): what an agent built on the SDK asks it is recorded, limited and
 * replayed like any other call. The answer comes whole, also as a stream.
 *
 * @example const { text } = await generateText({ model: asAiSdkModel(context.model()), prompt: message });
 */
export function asAiSdkModel(model: Model): ServedAiSdkModel {
  const ask = async (call: unknown) => {
    const { abortSignal: signal } = call as { abortSignal?: AbortSignal };
    return resultOf(await model.call(requestFromAiSdk(call), { signal }));
  };
  return {
    specificationVersion: "v4",
    provider: "viva",
    modelId: model.id,
    supportedUrls: {},
    doGenerate: ask,
    doStream: async (call) => {
      const parts = partsOf(await ask(call));
      return { stream: ReadableStream.from(parts) };
    },
  };
}

/** The reverse of `aiSdkAnswer`. */
function resultOf({ text, toolCalls, finish, usage, servedModel }: ModelAnswer) {
  const calls = toolCalls.map(({ id, name, arguments: given }) => ({
    type: "tool-call" as const,
    toolCallId: id,
    toolName: name,
    input: typeof given === "string" ? given : JSON.stringify(given),
  }));
  return {
    content: [...(text === "" ? [] : [{ type: "text" as const, text }]), ...calls],
    finishReason: { unified: finish, raw: undefined },
    usage: {
      inputTokens: {
        total: usage?.inputTokens,
        noCache: undefined,
        cacheRead: usage?.cachedTokens,
        cacheWrite: undefined,
      },
      outputTokens: { total: usage?.outputTokens, text: undefined, reasoning: usage?.reasoningTokens },
    },
    response: servedModel === undefined ? {} : { modelId: servedModel },
    // Viva keeps the warnings with its own record; the SDK would print them.
    warnings: [],
  };
}

function partsOf({ content, finishReason, usage, response, warnings }: ReturnType<typeof resultOf>): object[] {
  const said = content.flatMap((part): object[] => {
    if (part.type !== "text") return [part];
    const block = { id: "1" };
    return [
      { type: "text-start", ...block },
      { type: "text-delta", ...block, delta: part.text },
      { type: "text-end", ...block },
    ];
  });
  return [
    { type: "stream-start", warnings },
    { type: "response-metadata", ...response },
    ...said,
    { type: "finish", finishReason, usage },
  ];
}
