import type { ToolCall } from "../../../shape/index.ts";

const subjectWords = new Set(["path", "file", "filename", "note", "document", "pointer"]);
const isSubjectWord = (word: string) => subjectWords.has(word) || subjectWords.has(word.replace(/s$/, ""));
const isNamedForPath = (name: string) => wordsOf(name).some(isSubjectWord);
const isNote = (text: string) => /\.md$/i.test(text.trim());

/**
 * What a call acts on: the first argument whose name contains path, file, note, document or pointer
 * (`project_path`, `filePath`, `note`), otherwise the first whose value ends in `.md`.
 */
export function subjectByName(call: Pick<ToolCall, "arguments">): string | undefined {
  const texts = Object.entries(call.arguments).filter(
    (argument): argument is [string, string] => typeof argument[1] === "string" && argument[1].trim() !== "",
  );
  const named = texts.find(([name]) => wordsOf(name).some((word) => subjectWords.has(word)));
  const note = texts.find(([, value]) => isNote(value));
  const subject = (named ?? note)?.[1];
  return subject === undefined ? undefined : pathSpelling(subject);
}

/**
 * Everything that a call may act on: a move has two paths, and a list may hold many. These are all arguments named for a
 * path; without one, all that end in `.md`.
 */
export function subjectsByName(call: Pick<ToolCall, "arguments">): string[] {
  const texts = Object.entries(call.arguments).flatMap(([name, value]) =>
    [value].flat().flatMap((text) => (typeof text === "string" && text.trim() !== "" ? [{ name, text }] : [])),
  );
  const named = texts.filter(({ name }) => isNamedForPath(name));
  const notes = texts.filter(({ text }) => isNote(text));
  return (named.length > 0 ? named : notes).map(({ text }) => pathSpelling(text));
}

/** "projectPath", "project_path" and "project-path" are the words project and path. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/** Whether an argument holds a path, by its name or by its ending. */
export function isPathArgument(name: string, value: string): boolean {
  return isNamedForPath(name) || isNote(value);
}

/** One spelling for one path: `./Projects/A.md`, `Projects/./A.md` and `Projects\A.md` are `Projects/A.md`. */
export function pathSpelling(path: string): string {
  return path
    .trim()
    .normalize("NFC")
    .replaceAll("\\", "/")
    .replace(/(?<=^|\/)(?:\.\/)+/g, "");
}
