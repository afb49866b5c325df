import { isJsonObject, type JsonObject, type JsonValue, jsonIn } from "../../../base/index.ts";
import { readYaml } from "../../../case/index.ts";
import { type LooseMessage, readMessages } from "../../transcripts/chat-message.ts";
import { textOf } from "../safe-json.ts";

/** The user's part of a test. */
interface Said {
  history: { role: "user" | "assistant"; content: string }[];
  line: string;
  system: string[];
  /** The name of the variable that the line comes from; undefined if it is the prompt's. */
  variable?: string;
  /** Parts of the template that were not filled. */
  unfilled: string[];
}

/** Variables that usually hold what the user says, likeliest first. */
const likely = "question message input query user_message userMessage user_input prompt text request".split(" ");

/** The user's line and what was said before it: by the variable that is named, by the prompt, by a variable that holds messages, or by the likeliest variable. */
export function saidBy(prompt: string | undefined, vars: JsonObject, variable?: string): Said | undefined {
  const chat = Object.values(vars)
    .map(chatIn)
    .find((messages) => messages !== undefined);
  const fromVariable = (name: string, text: string): Said => ({
    ...before(chat ?? []),
    line: text,
    variable: name,
    unfilled: [],
  });
  const wanted = variable === undefined ? undefined : vars[variable];
  if (variable !== undefined && typeof wanted === "string" && /\S/.test(wanted))
    return fromVariable(variable, filled(wanted, vars).text);
  const byPrompt = prompt === undefined ? undefined : fromPrompt(prompt, vars);
  // An unfilled part of a variable stays in the line; one of the prompt itself would spoil it.
  const written = prompt?.replace(/\s+/g, " ") ?? "";
  if (byPrompt && !byPrompt.unfilled.some((part) => written.includes(part))) return byPrompt;
  const fallback = likelyVariable(vars);
  if (chat) {
    const said = fromMessages(chat, []);
    // A list that ends with the agent is the history; the line is in another variable.
    if (chat.at(-1)?.role === "user" && said) return said;
    return fallback ? fromVariable(fallback.name, fallback.text) : said;
  }
  return fallback ? { ...fromVariable(fallback.name, fallback.text), unfilled: byPrompt?.unfilled ?? [] } : byPrompt;
}

function fromPrompt(prompt: string, vars: JsonObject): Said | undefined {
  const unfilled: string[] = [];
  const template = listIn(prompt);
  const messages = template ? readMessages(filledValue(template, vars, unfilled)) : undefined;
  if (messages) return fromMessages(messages, unfilled);
  const { text, unfilled: left } = filled(prompt, vars);
  const rendered = left.length === 0 ? chatIn(listIn(text) ?? null) : undefined;
  if (rendered) return fromMessages(rendered, left);
  return /\S/.test(text) ? { history: [], line: text.trim(), system: [], unfilled: left } : undefined;
}

/** A prompt that is a list of messages, in JSON or YAML. */
function listIn(prompt: string): JsonValue | undefined {
  const json = jsonIn(prompt);
  if (json !== undefined) return Array.isArray(json) ? json : undefined;
  if (!/^\s*- *(?:role|content)\s*:/.test(prompt)) return undefined;
  const items = [...readYaml(Buffer.from(prompt))];
  return items.every((item) => item.kind === "case") ? items.map(({ value }) => value as JsonValue) : undefined;
}

/** `{ role, content }`, or the short form `{ user: "…" }`. */
function chatIn(value: JsonValue): LooseMessage[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const whole = value.map((item) => {
    if (!isJsonObject(item) || "role" in item) return item;
    const [entry, second] = Object.entries(item);
    return entry && !second ? { role: entry[0], content: entry[1] } : item;
  });
  return readMessages(whole);
}

function fromMessages(messages: readonly LooseMessage[], unfilled: string[]): Said | undefined {
  const last = messages.findLastIndex(({ role, text }) => role === "user" && text !== "");
  const line = messages[last]?.text;
  return line === undefined ? undefined : { ...before(messages.slice(0, last)), line, unfilled };
}

function before(messages: readonly LooseMessage[]): Pick<Said, "history" | "system"> {
  return {
    history: messages.flatMap(({ role, text }) =>
      (role === "user" || role === "assistant") && text !== "" ? [{ role, content: text }] : [],
    ),
    system: messages.flatMap(({ role, text }) => (role === "system" ? [text] : [])),
  };
}

function likelyVariable(vars: JsonObject): { name: string; text: string } | undefined {
  const texts = Object.entries(vars).filter(([, value]) => typeof value === "string" && /\S/.test(value));
  const [name, value] = texts.find(([key]) => likely.includes(key)) ?? (texts.length === 1 ? (texts[0] ?? []) : []);
  return name === undefined ? undefined : { name, text: filled(textOf(value), vars).text };
}

const tag = /\{\{[-~]?\s*(.*?)\s*[-~]?\}\}|\{%[\s\S]*?%\}|\{#[\s\S]*?#\}/gs;
const variable = /^([A-Za-z_$][\w$]*(?:\.\w+|\[\d+\])*)(\s*\|\s*(?:dump|safe))?$/;
/** Variables may name each other, up to this depth. */
const mostRounds = 5;
/** Variables that name themselves many times would fill any memory. */
const longest = 1_000_000;

/** Fills `{{ name }}` and `{{ name.field }}`. Filters, loops and unknown names stay as they are, and are reported. */
export function filled(template: string, vars: JsonObject): { text: string; unfilled: string[] } {
  let text = template;
  let unfilled: string[] = [];
  for (let round = 0; round < mostRounds && text.includes("{"); round++) {
    const before = text;
    let length = text.length;
    unfilled = [];
    text = text.replace(tag, (whole, expression: string | undefined) => {
      const [, path, filter] = expression === undefined ? [] : (variable.exec(expression) ?? []);
      const value = path === undefined ? undefined : valueIn(vars, path);
      const shown = value === undefined ? "" : filter?.includes("dump") ? JSON.stringify(value) : textOf(value);
      if (value !== undefined && length + shown.length <= longest) {
        length += shown.length;
        return shown;
      }
      unfilled.push(whole.replace(/\s+/g, " "));
      return whole;
    });
    if (text === before) break;
  }
  return { text, unfilled };
}

function valueIn(vars: JsonObject, path: string): JsonValue | undefined {
  let at: JsonValue | undefined = vars;
  for (const key of path.split(/[.[\]]+/).filter(Boolean)) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as JsonObject)[key];
  }
  return at ?? undefined;
}

/** The same for every text in a value. */
export function filledValue(value: JsonValue, vars: JsonObject, unfilled: string[]): JsonValue {
  if (typeof value === "string") {
    const done = filled(value, vars);
    unfilled.push(...done.unfilled);
    return done.text;
  }
  if (Array.isArray(value)) return value.map((item) => filledValue(item, vars, unfilled));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, filledValue(field, vars, unfilled)]));
}
