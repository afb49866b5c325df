import { actionVerbs, isActionVerb } from "./action-verbs.ts";

/** One of the things that a next action's wording must be, and whether it is. */
export interface FormCheck {
  id: "verb" | "length" | "vague";
  ok: boolean;
  reason: string;
}

const words = { min: 3, max: 20 };

/** Words that show the thinking is not done: after them nobody knows what to do. */
const vague =
  /\b(?:stuff|things?|somehow|something|some ?one|etc|various|miscellaneous|misc|sort(?:ing)? out|deal with|work on|handle|look into|think about|figure out|make progress|get started|take care of|catch up on|continue with|tbd|tba|asap|maybe)\b/i;

/** All that decides whether a wording is right. */
export const formRules = { words, vague, verbs: actionVerbs };

/** Checks the wording of a next action. What the user waits for is somebody else's to do: it need not start with a verb. */
export function formOf(text: string, { waiting = false }: { waiting?: boolean } = {}): FormCheck[] {
  return [...(waiting ? [] : [startsWithVerb(text)]), hasGoodLength(text), isConcrete(text)];
}

function startsWithVerb(text: string): FormCheck {
  const first = wordsOf(text.replace(/^(?:@\S+\s+)+/, ""))[0] ?? "";
  const ok = isActionVerb(first);
  return {
    id: "verb",
    ok,
    reason: ok ? `starts with the verb “${first}”` : `starts with “${first}”, which is no verb`,
  };
}

function hasGoodLength(text: string): FormCheck {
  const count = wordsOf(text).length;
  const ok = count >= words.min && count <= words.max;
  return {
    id: "length",
    ok,
    reason: `${count} ${count === 1 ? "word" : "words"}; ${words.min} to ${words.max} say what to do and can be read at a glance`,
  };
}

function isConcrete(text: string): FormCheck {
  const found = vague.exec(text)?.[0];
  return {
    id: "vague",
    ok: found === undefined,
    reason: found ? `“${found}” leaves open what to do` : "no vague words",
  };
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
}
