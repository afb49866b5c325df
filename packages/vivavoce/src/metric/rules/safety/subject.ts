import type { ToolCall } from "../../../transcript/index.ts";

const subjectWords = new Set(["path", "file", "filename", "note", "document", "pointer"]);

/**
 * What a call acts on: the first argument whose name contains path, file, note, document or pointer
 * (`project_path`, `filePath`, `note`), otherwise the first whose value ends in `.md`.
 */
export function subjectByName(call: Pick<ToolCall, "arguments">): string | undefined {
  const texts = Object.entries(call.arguments).filter(
    (argument): argument is [string, string] => typeof argument[1] === "string" && argument[1].trim() !== "",
  );
  const named = texts.find(([name]) => wordsOf(name).some((word) => subjectWords.has(word)));
  const note = texts.find(([, value]) => /\.md$/i.test(value.trim()));
  const subject = (named ?? note)?.[1];
  return subject === undefined ? undefined : normalised(subject);
}

/** "projectPath", "project_path" and "project-path" are the words project and path. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/** One spelling for one path. */
function normalised(path: string): string {
  return path
    .trim()
    .normalize("NFC")
    .replaceAll("\\", "/")
    .replace(/^(?:\.\/)+/, "");
}
