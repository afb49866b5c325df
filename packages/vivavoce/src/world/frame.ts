import { type Effect, effectSchema } from "../shape/index.ts";
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

/** A place whose changes do not count, or only those of some kinds. */
type FrameException = string | { path: string; kinds: readonly string[] };

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

/**
 * Whether a world in which such an effect was seen could change in any way that counts for the frame rule; if none was seen,
 * whether some world could whose places are excepted.
 */
export function hasFrame(seen: Effect | undefined, except?: readonly FrameException[]): boolean {
  const kinds = effectSchema.options.map(({ shape }) => shape.kind.value);
  const changesIn = (world: keyof typeof placeIn) => {
    const [start, end] = placeIn[world];
    // Places that nobody has named, at the top and further down.
    const places = ["\u0001", "\u0001/\u0001"].map((place) => start + place + end);
    const changes = kinds
      .filter((kind) => worldOf(kind) === world)
      .flatMap((kind) =>
        places.map((place) => ({ kind, note: place, file: place, pointer: place, from: place, fromNote: place })),
      ) as unknown as Effect[];
    return { all: changes.length, left: outsideFrame(changes, except).length };
  };
  if (seen) return changesIn(worldOf(seen.kind)).left > 0;
  const touched = (["value", "file", "vault"] as const).map(changesIn).filter(({ all, left }) => left < all);
  return touched.length === 0 || touched.some(({ left }) => left > 0);
}

/** What stands before and behind the names in a place: a pointer begins with a slash, a note is a Markdown file. */
const placeIn = { value: ["/", ""], file: ["", ""], vault: ["", ".md"] } as const;

function worldOf(kind: Effect["kind"]): keyof typeof placeIn {
  return kind.startsWith("value.") ? "value" : kind.startsWith("file.") ? "file" : "vault";
}
