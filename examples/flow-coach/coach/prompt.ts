import { readFile } from "node:fs/promises";
import { readReview } from "../vault/list-notes.ts";
import { outlineOf } from "../vault/outline.ts";
import type { ProjectFilter } from "../vault/projects.ts";
import type { Vault } from "../vault/vault.ts";

/** The texts that prompts are made of, as they stood when the session was opened. */
export interface PromptTexts {
  coach: string;
  weeklyReview: string;
  runningReview: string;
}

/** Reads the prompt of one version and the two that go with every version. */
export async function readPrompts(version: string): Promise<PromptTexts> {
  const [coach, weeklyReview, runningReview] = await Promise.all(
    [`coach.${version}.md`, "weekly-review.md", "running-review.md"].map(readPrompt),
  );
  return { coach: coach ?? "", weeklyReview: weeklyReview ?? "", runningReview: runningReview ?? "" };
}

async function readPrompt(name: string): Promise<string> {
  if (!/^[\w.-]+$/.test(name)) throw new Error(`prompts/${name} is no name of a prompt; versions are v1, v2, …`);
  try {
    return await readFile(new URL(`../prompts/${name}`, import.meta.url), "utf8");
  } catch (cause) {
    throw new Error(`prompts/${name} cannot be read; a version needs a file of that name`, { cause });
  }
}

/** The system prompt for the vault as it stands now: the coach's, or the weekly review's once that has begun. */
export function systemPrompt(texts: PromptTexts, vault: Vault, review?: ProjectFilter): string {
  return fill(review ? texts.weeklyReview : texts.coach, {
    vault: asData(outlineOf(vault, review)),
    running_review: runningReview(texts.runningReview, vault),
    spheres: review?.spheres.join(", ") ?? "",
    statuses: review?.statuses.join(", ") ?? "",
  });
}

function runningReview(template: string, vault: Vault): string {
  if (vault.activeReview === undefined || !vault.has(vault.activeReview)) return "";
  const { text, spheres } = readReview(vault.read(vault.activeReview));
  return fill(template, {
    note: vault.activeReview,
    spheres: spheres.length > 0 ? spheres.join(", ") : "all",
    steps: asData(text),
  });
}

/** Fills the `{{names}}` of a template, once: what is filled in is not looked at again. */
function fill(template: string, values: Record<string, string>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined)
      throw new Error(`the prompt asks for {{${name}}}, which is none of ${Object.keys(values)}`);
    return value;
  });
}

/** Text of the user's notes stands between tags in the prompt; it must not be able to close them. */
function asData(text: string): string {
  return text.replace(/<(\/?)(vault|steps)\b/gi, "‹$1$2");
}
