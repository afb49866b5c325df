import type { Effect } from "../../shape/index.ts";
import { showEffect } from "../../world/index.ts";
import { clip, json, longest } from "./page-text.ts";

/** A change of the world in words, and what it changed: the page shows the difference. */
export function effectView(effect: Effect) {
  return { text: clip(showEffect(effect)), ...sidesOf(effect) };
}

function sidesOf(effect: Effect): { before?: string | undefined; after?: string | undefined } {
  switch (effect.kind) {
    case "note.created":
      return { after: noteText(effect) };
    case "note.deleted":
      return { before: noteText(effect) };
    case "task.added":
    case "text.inserted":
      return { after: clip(effect.text) };
    case "task.deleted":
    case "text.removed":
      return { before: clip(effect.text) };
    case "file.created":
      return { after: json(effect.content) };
    case "file.deleted":
      return { before: json(effect.content) };
    case "file.changed": {
      const whole = [effect.from, effect.to].every((text) => JSON.stringify(text).length < longest);
      if (whole || !effect.removed || !effect.inserted) return { before: json(effect.from), after: json(effect.to) };
      return { before: clip(effect.removed.join("\n")), after: clip(effect.inserted.join("\n")) };
    }
    case "task.moved":
      return {};
    case "value.added":
      return { after: json(effect.to) };
    case "frontmatter.removed":
    case "value.removed":
      return { before: json(effect.from) };
    case "frontmatter.set":
      return { before: effect.from === undefined ? undefined : json(effect.from), after: json(effect.to) };
    case "note.renamed":
      return { before: clip(effect.from), after: clip(effect.note) };
    case "file.renamed":
      return { before: clip(effect.from), after: clip(effect.file) };
    case "task.status":
    case "task.edited":
    case "file.mode":
      return { before: clip(effect.from), after: clip(effect.to) };
    case "value.set":
      return { before: json(effect.from), after: json(effect.to) };
  }
}

/** What a note held, as far as it was kept. */
function noteText({ frontMatter, body, tasks }: Extract<Effect, { kind: "note.created" | "note.deleted" }>) {
  const head = Object.entries(frontMatter ?? {}).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  const text = body ?? tasks?.map(({ text, box }) => `- [${box}] ${text}`).join("\n");
  const lines = [...head, ...(text ? [text] : [])];
  return lines.length === 0 ? undefined : clip(lines.join("\n"));
}
