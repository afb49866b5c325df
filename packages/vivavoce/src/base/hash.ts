import { hash } from "node:crypto";
import { canonicalJson } from "./canonical-json.ts";

/** SHA-256 of a text, in hex. */
export function sha256(text: string | Uint8Array): string {
  return hash("sha256", text, "hex");
}

/** SHA-256 over a value's canonical JSON: equal data, equal hash. */
export function hashOf(value: unknown): string {
  return sha256(canonicalJson(value));
}
