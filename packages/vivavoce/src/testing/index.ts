export { instantTiming } from "./instant-timing.ts";
export * from "./public.ts";
