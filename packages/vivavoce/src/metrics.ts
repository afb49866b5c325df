export type { JsonObject, JsonSchema, JsonValue } from "./base/index.ts";
export * from "./judge/public.ts";
export * from "./metric/public.ts";
export type * from "./model/public.ts";
export {
  type Case,
  type Check,
  check,
  type DagJson,
  drawDag,
  type Exchange,
  type ExpectedCall,
  type ExpectedEffect,
  type ExpectedValue,
  type Limits,
  type Quote,
  type Score,
  type Scored,
  type ToolCall,
  type Transcript,
  type Usage,
  type UserLine,
  type UserLineInput,
} from "./shape/index.ts";
export * from "./spoken/public.ts";
