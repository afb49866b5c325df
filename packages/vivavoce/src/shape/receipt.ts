import { isJsonObject, type JsonValue } from "../base/index.ts";
import { isWrite, type ToolCall } from "./tool-call.ts";

/** Names of tools that nobody declares and that only look something up. */
const looksUp =
  /^(?:get|find|list|search|look|check|read|show|fetch|query|view|count|browse|is|has|verify|validate)(?![a-z])/;
/** Fields in which a tool wraps its answer. */
const wrapper = /^(?:data|body|response|result|output|content|message)$/;
const succeeded = /^(?:ok|success|successful|succeeded)$/;
const broken = /^(?:failed|iserror|haserrors?)$/;
const errors = /^(?:errors?|errormessage|errorcode|errortype|exception|failure|failurereason)$/;
const state = /^(?:status|state|outcome|result|type)$/;
const badState =
  /^(?:fail(?:ed|ure)?|error(?:ed)?|rejected|denied|declined|refused|conflict|invalid|forbidden|unauthori[sz]ed|unavailable|unsuccessful|aborted|time(?:d[ _-]?)?out|not[ _-](?:found|ok|done|booked|possible|available|allowed))$/i;
const badText =
  /^\W*(?:(?:\w+ )?(?:error|failure|exception)(?:\s*[:(\]]| [–—-])|(?:(?:I|we) )?(?:could not|couldn't|cannot|can't|(?:(?:was|am|are) )?unable to) \w|failed(?: to | because |\s*[:.!–—-]|$)|(?:the )?(?:[\w-]+ ){1,3}(?:failed|timed out)\s*(?:[:.!–—-]|because|after|$)|(?:HTTP[/ \d.]*)?[45]\d\d (?:bad|conflict|forbidden|gateway|gone|internal|not|service|too|unauth|unprocess))/i;

/**
 * Whether the result of a call that writes says, as a receipt does, that nothing was done. What a tool that reads returns
 * is content, and may well speak of failures. A plain no, such as `booked: false`, is an answer. A word that the call itself gives, such as a status to be set, says nothing.
 */
export function isBadReceipt(call: ToolCall, result: JsonValue): boolean {
  if (!isWrite(call) || (call.effect === undefined && looksUp.test(call.name))) return false;
  const given = `${call.name} ${JSON.stringify(call.arguments)}`.toLowerCase();
  const isBadState = (value: JsonValue) =>
    typeof value === "string" &&
    badState.test(value) &&
    !given.includes(value.toLowerCase().replace(/(?:ed|ure)$/, ""));
  const isBad = (value: JsonValue, depth: number): boolean => {
    if (typeof value === "string") return badText.test(value) || objectsIn(value).some((inner) => isBad(inner, depth));
    if (!isJsonObject(value)) return value === false && depth === 0;
    const fields = Object.entries(value).map(
      ([name, field]) => [name.toLowerCase().replace(/[_-]/g, ""), field] as const,
    );
    if (fields.some(([name, field]) => errors.test(name) && !isEmpty(field))) return true;
    if (fields.some(([name, field]) => succeeded.test(name) && (field === true || field === "true"))) return false;
    return fields.some(
      ([name, field]) =>
        (succeeded.test(name) && isNo(field)) ||
        (broken.test(name) && !isNo(field) && !isEmpty(field)) ||
        (state.test(name) && isBadState(field)) ||
        (/^(?:http)?status(?:code)?$/.test(name) && Number(field) >= 400 && Number(field) < 600) ||
        (wrapper.test(name) && depth < 2 && isBad(field, depth + 1)),
    );
  };
  return isBad(result, 0);
}

function isNo(value: JsonValue): boolean {
  return value === false || value === 0 || (typeof value === "string" && /^(?:false|no|0)$/i.test(value));
}

/** A text that is JSON, also in a fence: over the wire even an object goes as text. */
export function objectsIn(text: string): JsonValue[] {
  const plain = text.trim().replace(/^```\w*\s+([\s\S]*?)\s*```$/, "$1");
  if (!/^[{["]/.test(plain)) return [];
  try {
    const value: JsonValue = JSON.parse(plain);
    return value === text ? [] : [value];
  } catch {
    return [];
  }
}

export function isEmpty(value: JsonValue): boolean {
  return !value || (typeof value === "object" && Object.keys(value).length === 0);
}
