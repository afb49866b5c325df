import type { Effect } from "../shape/index.ts";

/**
 * Whether a path matches a pattern: `*` stands for any characters within a segment, `?` for one, and `**` as a segment for
 * any number of segments, including none. Everything else is literal, so `[draft]` is that text, and hidden files match
 * too. Node's own `matchesGlob` resolves `..`, skips hidden files and can take forever; this takes time in proportion to
 * the product of the two lengths at most.
 *
 * @example matchesGlob("Projects/Garden.md", "Projects/*"); // true
 */
export function matchesGlob(path: string, pattern: string): boolean {
  const segments = path.normalize("NFC").split("/");
  return matchesRun(pattern.normalize("NFC").split("/"), segments, "**", matchesSegment);
}

function matchesSegment(pattern: string, segment: string): boolean {
  return matchesRun([...pattern], [...segment], "*", (one, character) => one === "?" || one === character);
}

/** Greedy, and backtracks only to the last wild card: an earlier one never needs to take more. */
function matchesRun(
  pattern: readonly string[],
  items: readonly string[],
  wildCard: string,
  matches: (pattern: string, item: string) => boolean,
): boolean {
  let place = 0;
  let index = 0;
  let retry: { place: number; index: number } | undefined;
  while (index < items.length) {
    const one = pattern[place];
    if (one === wildCard) {
      place += 1;
      retry = { place, index };
    } else if (one !== undefined && matches(one, items[index] ?? "")) {
      place += 1;
      index += 1;
    } else if (retry) {
      retry = { place: retry.place, index: retry.index + 1 };
      ({ place, index } = retry);
    } else return false;
  }
  return pattern.slice(place).every((one) => one === wildCard);
}

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

/** A place whose changes do not count, or only those of some kinds. */
export type FrameException = string | { path: string; kinds: readonly string[] };

/** Whether a note or file is there at all. Who says that its text may change does not say that it may be deleted. */
const existence = /^(?:note|file)\.(?:created|deleted|renamed)$/;

/**
 * The effects that count for the frame rule: all except those whose every place is excepted. A bare path excepts every
 * change but that a note or file is created, deleted or renamed; `kinds` names the kinds of change that are excepted.
 *
 * @example outsideFrame(effects, ["Log.md", { path: "Reviews/**", kinds: ["note.created"] }]);
 */
export function outsideFrame(effects: readonly Effect[], except: readonly FrameException[] = []): Effect[] {
  const isExcepted = (place: string, { kind }: Effect) =>
    except.some((one) => {
      const { path, kinds } = typeof one === "string" ? { path: one, kinds: undefined } : one;
      return matchesGlob(place, path) && (kinds ? kinds.includes(kind) : !existence.test(kind));
    });
  return effects.filter((effect) => !placesOf(effect).every((place) => isExcepted(place, effect)));
}
