import type { Effect } from "../shape/index.ts";
import { matchesGlob } from "./glob.ts";

/** The notes or files that an effect changes, or its pointer; a move and a rename change two. */
export function placesOf(effect: Effect): string[] {
  switch (effect.kind) {
    case "note.renamed":
      return [effect.from, effect.note];
    case "task.moved":
      return effect.fromNote === effect.note ? [effect.note] : [effect.fromNote, effect.note];
    case "file.renamed":
      return [effect.from, effect.file];
    case "file.created":
    case "file.deleted":
    case "file.changed":
    case "file.mode":
      return [effect.file];
    case "value.set":
    case "value.added":
    case "value.removed":
      return [effect.pointer];
    default:
      return [effect.note];
  }
}

/**
 * The effects that count for the frame rule: all except those whose every place matches one of the patterns.
 *
 * @example outsideFrame(effects, ["Reviews/**"]); // changes below Reviews are nobody's business
 */
export function outsideFrame(effects: readonly Effect[], except: readonly string[] = []): Effect[] {
  const excepted = (place: string) => except.some((pattern) => matchesGlob(place, pattern));
  return effects.filter((effect) => !placesOf(effect).every(excepted));
}
