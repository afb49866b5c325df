export type { JsonObject, JsonSchema, JsonValue } from "./base/index.ts";
export type * from "./model/public.ts";
export type { Usage } from "./shape/index.ts";
export * from "./testing/public.ts";
