export { hasFrame, outsideFrame, placesOf } from "./frame.ts";
export { matchesGlob } from "./glob.ts";
export { ReportedWorld } from "./json-world.ts";
export * from "./public.ts";
export { showEffect } from "./show-effect.ts";
export { rowText, textDiff } from "./text-diff.ts";
