import { isJsonObject, type JsonValue, type Place } from "../../../base/index.ts";
import type { Collected } from "../collected.ts";
import type { SourceRecord } from "../records.ts";
import { follow, textBehind } from "./referenced-files.ts";
import type { ConfigFiles } from "./tests.ts";

/** The templates of a config's prompts, in order; programs are reported. */
export async function readPrompts(
  into: Collected,
  value: JsonValue | undefined,
  record: SourceRecord,
  { folder }: ConfigFiles,
): Promise<string[]> {
  const prompts: { text: string; place: Place }[] = [];
  for (const [index, item] of [value ?? []].flat().entries()) {
    const place = record.place(Array.isArray(value) ? ["prompts", index] : ["prompts"]);
    const written = isJsonObject(item) ? (item.raw ?? item.id ?? item.prompt) : item;
    if (typeof written !== "string") {
      into.report.dropped("prompt", "it has no text", place);
      continue;
    }
    const found = await textsOf(written, folder);
    if ("refused" in found)
      into.report.dropped(
        "prompt",
        "the file that it names was not read; the user's line is taken from a variable",
        place,
        `${written} ${found.refused}`,
      );
    else prompts.push(...found.texts.map((text) => ({ text, place })));
  }
  const [first, ...others] = prompts;
  if (first) into.report.imported("prompt", "script: promptfoo's text becomes the user's line", first.place);
  for (const { text, place } of others)
    into.report.dropped(
      "further prompt",
      "only the first one is used; offer the others as variants of the agent",
      place,
      text,
    );
  return prompts.map(({ text }) => text);
}

async function textsOf(written: string, folder: string): Promise<{ texts: string[] } | { refused: string }> {
  const named =
    written.startsWith("file://") ||
    (/^[^\s{}]+\.(?:txt|json|ya?ml|md|j2|[cm]?[jt]s|py)$/.test(written) && !written.includes("\n"));
  if (!named) return { texts: [written] };
  const found = await follow(written, folder);
  if ("refused" in found) return found;
  const texts: string[] = [];
  for (const path of found.paths) {
    const file = await textBehind(path, folder);
    if ("refused" in file) return file;
    // Several prompts in a text file have lines of three dashes between them.
    texts.push(
      ...(path.endsWith(".txt") ? file.text.split(/^---\s*$/m) : [file.text]).filter((text) => /\S/.test(text)),
    );
  }
  return { texts };
}
