import { hashOf, type JsonValue, type Redactor, toJsonValue } from "../base/index.ts";
import type { ModelRequest } from "./types.ts";

/** What a record keeps of a request: the model's id and the request as JSON, secrets taken out. */
export function redactedRequest(modelId: string, request: ModelRequest, redactor: Redactor): JsonValue {
  return redactor.value(toJsonValue({ model: modelId, ...request }));
}

/** SHA-256 over the redacted request, so that a hash never depends on a secret nor gives one away. */
export function requestHash(modelId: string, request: ModelRequest, redactor: Redactor): string {
  return hashOf(redactedRequest(modelId, request, redactor));
}
