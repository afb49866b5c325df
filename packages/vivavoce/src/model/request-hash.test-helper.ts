import { type JsonValue, type Redactor, toJsonValue } from "../base/index.ts";
import { hashOfKept } from "./request-matchers.ts";
import type { ModelRequest } from "./types.ts";

/** A request as a record keeps it: the model's id and the request as JSON, without secrets. */
export function redactedRequest(modelId: string, request: ModelRequest, redactor: Redactor): JsonValue {
  return redactor.value(toJsonValue({ model: modelId, ...request }));
}

/** SHA-256 over the redacted request. */
export function requestHash(modelId: string, request: ModelRequest, redactor: Redactor): string {
  return hashOfKept(redactedRequest(modelId, request, redactor)).hash;
}
