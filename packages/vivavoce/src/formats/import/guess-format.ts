import { isJsonObject } from "../../base/index.ts";
import { configFields } from "./promptfoo/import-promptfoo.ts";
import type { SourceRecord } from "./records.ts";

/** The formats that can be imported, and what a file of each is called. */
export const importFormats = {
  deepeval: "deepeval goldens",
  promptfoo: "a promptfoo config",
  otel: "OpenTelemetry traces",
  chat: "chat messages",
} as const;
export type ImportFormat = keyof typeof importFormats;

/** The format of a file, by its first record; undefined if it cannot be recognised. */
export function guessFormat({ value, csv }: SourceRecord): ImportFormat | undefined {
  if (Array.isArray(value)) return value.some((item) => isJsonObject(item) && "role" in item) ? "chat" : undefined;
  if (!isJsonObject(value)) return undefined;
  const has = (...names: string[]) => names.some((name) => Object.hasOwn(value, name));
  if (csv)
    return Object.keys(value).some((column) => column.startsWith("__"))
      ? "promptfoo"
      : has("input", "scenario")
        ? "deepeval"
        : undefined;
  if (has("resourceSpans", "resourceLogs")) return "otel";
  if (has(...configFields) || (has("vars", "assert") && !has("input", "messages"))) return "promptfoo";
  if (Array.isArray(value.messages) || has("role")) return "chat";
  return has("input", "scenario", "goldens", "conversational_goldens") ? "deepeval" : undefined;
}
