export { hear } from "./hear.ts";
export { limits } from "./limits.ts";
export { refusalOf } from "./refusal.ts";
export { settle } from "./settle.ts";
export type { Position, ToolRequest, Turn } from "./turn.ts";
