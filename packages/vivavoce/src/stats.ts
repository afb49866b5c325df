export * from "./stats/public.ts";
