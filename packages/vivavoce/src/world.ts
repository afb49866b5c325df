export * from "./world/public.ts";
