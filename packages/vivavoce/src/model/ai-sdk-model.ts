import { InfrastructureError, InputError, messageOf, safeLine, systemClock } from "../base/index.ts";
import { aiSdkAnswer, endedInError } from "./ai-sdk-answer.ts";
import { type AiSdkCall, aiSdkCall } from "./ai-sdk-prompt.ts";
import { defaultTimeoutMs, withDeadline } from "./deadline.ts";
import { badAnswer, type Respondent, statusFailure } from "./http-failure.ts";
import { ModelError } from "./model-error.ts";
import type { ClientOptions } from "./openai-client.ts";
import { type Host, hostOf } from "./provider.ts";
import { numberIn, objectIn, textIn } from "./read-json.ts";
import type { AiSdkModel, CallOptions, Model, ModelRequest } from "./types.ts";

export type { AiSdkModel } from "./types.ts";

const supportedVersions = ["v2", "v3", "v4"];

export function isAiSdkModel(value: unknown): value is AiSdkModel {
  return (
    textIn(value, "specificationVersion") !== undefined &&
    typeof (value as { doGenerate?: unknown }).doGenerate === "function"
  );
}

/**
 * Whose server an AI SDK model asks, by the base URL that its provider keeps. If there is none, the vendor that the
 * provider is named after.
 */
export function aiSdkHost(model: AiSdkModel): Host {
  const config = objectIn(model, "config");
  return hostOf(model.provider, textIn(config, "baseURL") ?? urlFrom(config?.url, model.modelId));
}

function urlFrom(url: unknown, modelId: string): string | undefined {
  try {
    const made: unknown = typeof url === "function" ? url({ path: "/", modelId }) : undefined;
    return typeof made === "string" ? made : undefined;
  } catch {
    return undefined;
  }
}

/** An AI SDK model as a Model. Warnings of its provider, such as about a dropped setting, are kept with the answer. */
export function aiSdkModel(model: AiSdkModel, options: Omit<ClientOptions, "post"> = {}): Model {
  const { timeoutMs = defaultTimeoutMs, redact = (text) => text, clock = systemClock } = options;
  const id = `${model.provider}:${model.modelId}`;
  if (!supportedVersions.includes(model.specificationVersion)) {
    throw new InputError({
      message: `the AI SDK model ${id} is of specification ${model.specificationVersion}, which Viva does not know`,
      remedy: `use a provider package of specification ${supportedVersions.join(", ")}`,
    });
  }
  const respondent: Respondent = { id, redact };
  const generate = model.doGenerate as (call: AiSdkCall) => PromiseLike<unknown>;

  return {
    id,
    call: (request: ModelRequest, { signal }: CallOptions = {}) =>
      withDeadline({ id, timeoutMs, signal }, async (ending) => {
        let result: unknown;
        try {
          result = await generate.call(model, aiSdkCall(request, ending));
        } catch (error) {
          throw failureOf(respondent, error, clock.now());
        }
        const answer = aiSdkAnswer(result, request);
        if (!answer) throw badAnswer(respondent, "has no content");
        if (endedInError(result)) throw badAnswer(respondent, "ended in an error (finishReason: error)");
        return answer;
      }),
  };
}

/** The SDK's errors by their facts rather than their class, of which there may be two copies. */
function failureOf(respondent: Respondent, error: unknown, now: number): Error {
  const { id, redact } = respondent;
  const status = numberIn(error, "statusCode");
  const said = messageOf(error);
  if (status !== undefined) {
    const headers = (objectIn(error, "responseHeaders") ?? {}) as Record<string, string>;
    return statusFailure(respondent, { status, text: said, headers, now });
  }
  const name = error instanceof Error ? error.name : "";
  if (
    /^AI_(?:APICallError|JSONParseError|TypeValidationError|EmptyResponseBodyError|InvalidResponseDataError|NoContentGeneratedError)$/.test(
      name,
    )
  ) {
    if (name !== "AI_APICallError") return badAnswer(respondent, "could not be read", said);
    const message = `no connection to ${id}, or it broke: ${safeLine(redact(said), 200)}`;
    return new ModelError({ failure: "network", message });
  }
  return new InfrastructureError({ message: `${id} threw ${name || "an error"}: ${safeLine(redact(said), 300)}` });
}
