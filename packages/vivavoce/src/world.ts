export type { ExitCode, JsonObject, JsonValue, Place, Problem, VivaError } from "./base/index.ts";
export type { Effect, EffectKind, Snapshot, World } from "./shape/index.ts";
export * from "./world/public.ts";
