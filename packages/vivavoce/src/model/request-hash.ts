import { hashOf, type JsonValue, mapStrings, type Redactor, replaceMarks, toJsonValue } from "../base/index.ts";
import type { ModelRequest } from "./types.ts";

/** What a record keeps of a request: the model's id and the request as JSON, secrets taken out. */
export function redactedRequest(modelId: string, request: ModelRequest, redactor: Redactor): JsonValue {
  return redactor.value(toJsonValue({ model: modelId, ...request }));
}

/** SHA-256 over the redacted request. */
export function requestHash(modelId: string, request: ModelRequest, redactor: Redactor): string {
  return hashOfKept(redactedRequest(modelId, request, redactor));
}

/**
 * SHA-256 over a request as it is kept. All marks count as the same, so that a hash never depends on a secret nor gives
 * one away: a tape outlives the key it was recorded with.
 */
export function hashOfKept(request: JsonValue): string {
  return hashOf(mapStrings(request, (text) => replaceMarks(text, () => "[redacted]")));
}
