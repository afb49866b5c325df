export * from "./testing/public.ts";
