export { type FrameException, outsideFrame, placesOf } from "./frame.ts";
export { matchesGlob } from "./glob.ts";
export * from "./public.ts";
export { ReportedWorld } from "./reported-world.ts";
export { showEffect } from "./show-effect.ts";
export { type DiffRow, rowText, textDiff } from "./text-diff.ts";
