import { isJsonObject, type JsonValue, jsonIn } from "../base/index.ts";
import { isWrite, type ToolCall } from "./tool-call.ts";
import type { Transcript } from "./transcript.ts";

/** What became of a call. */
export type Fate = NonNullable<ToolCall["fate"]>;

/** Whether a call failed, by its result; undefined leaves it to Viva. */
export type FailedTest = (call: ToolCall, result: JsonValue | undefined) => boolean | undefined;

/** What is known about calls beyond their own records. */
interface FateFacts {
  /** Tools whose call ends the conversation; nobody waits for their results. */
  ends?: readonly string[] | undefined;
  /** The suite's own test. It is asked about every call that has ended, and wins. */
  failed?: FailedTest | undefined;
  /** What a later request to the model gives as the result of a call that has none. */
  resultSeen?: ((call: ToolCall) => JsonValue | undefined) | undefined;
  /** Whether somebody would have run the call, or would have told of its result, but did not. */
  isLeftOut?: ((call: ToolCall) => boolean) | undefined;
  /** Whether Viva itself started the tool, which had not come back when the conversation was over. */
  isUnderWay?: ((call: ToolCall) => boolean) | undefined;
}

/** What became of a call: as it was noted when the conversation was played, or by the call's own record. */
export function fateOf(call: ToolCall): Fate {
  return call.fate ?? fateFrom(call, {});
}

/** Whether a call counts as made: one that was proposed and never run does not. */
export function isCalled(call: ToolCall): boolean {
  return fateOf(call) !== "never-ran";
}

/** The transcript with the fate of each call. */
export function withFates(transcript: Transcript, facts: FateFacts): Transcript {
  const exchanges = transcript.exchanges.map((exchange) => ({
    ...exchange,
    items: exchange.items.map((item) =>
      item.type === "call"
        ? { ...item, call: { ...item.call, fate: item.call.fate ?? fateFrom(item.call, facts) } }
        : item,
    ),
  }));
  return { ...transcript, exchanges };
}

function fateFrom(call: ToolCall, { ends = [], failed, resultSeen, isLeftOut, isUnderWay }: FateFacts): Fate {
  if (call.approval?.decision === "rejected" && wasRun(call) !== "yes") return "rejected";
  const isOpen = call.result === undefined && call.error === undefined;
  const result = isOpen ? resultSeen?.(call) : call.result;
  if (result === undefined && call.error === undefined) {
    // Nobody waits for what such a tool returns.
    const isAnnounced = call.effect === "control" || call.effect === "display" || ends.includes(call.name);
    if (isAnnounced || isUnderWay?.(call)) return isAnnounced ? "ran" : "failed";
    return isLeftOut?.(call) ? "never-ran" : "unknown";
  }
  // With an error and a result, the agent tried again.
  const own: unknown = failed?.(call, result);
  if (own !== undefined && typeof own !== "boolean")
    throw new TypeError("it returned neither true, false nor undefined");
  return (own ?? (result === undefined || saysFailed(result, call.name) || isBadReceipt(call, result)))
    ? "failed"
    : "ran";
}

/**
 * Whether a call was run, well or not: a result means that it was, an error that it was not. If the user said no and the
 * result only repeats that, the call was not run.
 */
export function wasRun(
  call: ToolCall,
  wasRefused: boolean = call.approval?.decision === "rejected",
): "yes" | "no" | "unknown" {
  const { result, error, executed, fault } = call;
  // Viva itself ran a half-done call; the error that it gave the agent is not what happened.
  if (executed !== undefined || fault === "half-done") return "yes";
  // With an error and a result, the agent tried again and it worked.
  if (result === undefined) return error === undefined ? "unknown" : "no";
  return wasRefused && repeatsRefusal(call) ? "no" : "yes";
}

/** How a text begins that is an error. The last two are pipecat's words for a tool that never came back. */
const failure =
  /^\s*"?(?:(?:Error|Exception|Traceback)\b(?!-free)|(?:error|exception|[A-Z]\w*(?:Error|Exception))\s*[:(]|<\w*error>|(?:IN_PROGRESS|CANCELLED)"?$)/;

/** How frameworks begin the result of a call that threw, or that no tool could take: with an error, or with the tool. */
const happened =
  /^\s*"?(?:(?:I|an?|encountered|internal|unexpected|unknown|execution|validation|input|tool|function) )+(?:error|exception)\b(?:$|:| (?:occurred|happened|while|when|during|in \S+:))/i;
const it = "[`'\"]?\\b(?:tool|function|call|execution|invocation|validation)\\b[`'\"]?";
const its = `(?:the )?${it}(?:[: ]+${it})*`;
const not = `(?:is|was) not (?:currently )?(?:found|available|registered|a valid ${it})`;
const itFailed = new RegExp(
  `^\\s*"?(?:(?:(?:failed to|could not|cannot) (?:run|call|execute|invoke|use)|unknown|invalid) ${its}|${its} (?:has )?(?:(?:failed|raised|threw|crashed|timed out|not found|does not exist|(?:could not|cannot) be (?:run|called|found))\\b|${not}))`,
  "i",
);

function isFailureText(text: string, tool: string): boolean {
  return failure.test(text) || happened.test(text) || itFailed.test(text.slice(0, 200).replaceAll(tool, "tool"));
}

/** Whether a result says at its top that the tool failed. */
function saysFailed(result: JsonValue, tool: string): boolean {
  if (typeof result === "string")
    return isFailureText(result, tool) || objectsIn(result).some((inner) => saysFailed(inner, tool));
  if (Array.isArray(result)) {
    const texts = result.flatMap((part) => (isJsonObject(part) && typeof part.text === "string" ? [part.text] : []));
    return texts.length > 0 && texts.length === result.length && saysFailed(texts.join("\n"), tool);
  }
  if (!isJsonObject(result)) return false;
  const { ok, success, error, isError, content, code } = result;
  if (ok === false || success === false || isError === true || code === "TOOL_EXECUTION_FAILED") return true;
  if (error !== undefined) return !isEmpty(error);
  // The answer of an MCP server as it came.
  return Array.isArray(content) && saysFailed(content, tool);
}

const refusal =
  /\b(?:reject(?:s|ed|ion)?|refus(?:es|ed|al)|declin(?:es|ed)|den(?:ies|ied)|disapproved|not[ _-]approved|said no)\b/i;

/** The fields in which a tool says what happened to a call. */
const spoken = /^(?:status|state|message|error|reason|outcome|result|decision|content|text|detail)$/i;

/** The word must be the result itself: a tool that sets a status to "declined" may mention it elsewhere. */
function repeatsRefusal({ result, arguments: given }: ToolCall): boolean {
  if (isJsonObject(result) && (result.approved === false || result.rejected === true)) return true;
  const said = isJsonObject(result)
    ? Object.entries(result).flatMap(([name, value]) => (spoken.test(name) ? texts(value) : []))
    : texts(result ?? null);
  return said.some((text) => refusal.test(text)) && !texts(given).some((text) => refusal.test(text));
}

function texts(value: JsonValue): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(texts);
  return isJsonObject(value) ? Object.values(value).flatMap(texts) : [];
}

/** Names of tools that nobody declares and that only look something up. */
const looksUp =
  /^(?:get|find|list|search|look|check|read|show|fetch|query|view|count|browse|is|has|verify|validate)(?![a-z])/;
/** Fields in which a tool wraps its answer. */
const wrapper = /^(?:data|body|response|result|output|content|message|msg|details?|reason|statustext)$/;
const succeeded = /^(?:ok|success|successful|succeeded|accepted|allowed|permitted|authori[sz]ed)$/;
const broken = /^(?:failed|iserror|haserrors?|rejected|denied|refused|exit(?:code|status)|returncode)$/;
const errors = /^(?:errors?|errormessage|errorcode|errortype|err|fault|exception|failure|failurereason)$/;
const status = /^(?:(?:http)?status(?:code)?|code)$/;
const rowsChanged = /^(?:rows?)?(?:affected|updated|deleted|inserted|modified|matched)(?:rows?|count)?$|^rowcount$/;
const state = /^(?:status|state|outcome|result|type)$/;
const badState =
  /^(?:fail(?:ed|ure)?|error(?:ed)?|rejected|denied|declined|refused|conflict|invalid|forbidden|unauthori[sz]ed|unavailable|unsuccessful|aborted|time(?:d[ _-]?)?out|skipped|ignored|not[ _-](?:found|ok|done|booked|possible|available|allowed|saved|created|updated|sent|implemented))$/i;
const badText =
  /^\s*[❌✗✘⛔🚫]|^(?:<[^>]*>|[^\w<])*(?:(?!no |without |zero )(?:\w+ )?(?:error|failure|exception)(?:\s*[:(\]]| [–—-]|[.!]*$)|(?:(?:I|we) )?(?:could not|couldn't|cannot|can't|(?:(?:was|am|are) )?unable to) \w|failed(?: to | because |\s*[:.!–—-]|$)|nothing (?:was|has been) (?!wrong|lost)\w|no (?:rows?|records?|documents?|changes?|updates?|entries) (?:(?:were|was|have been) )?(?:affected|updated|changed|deleted|inserted|made|saved|applied|modified)\b|(?:(?:permission|access|request) denied|unauthori[sz]ed|forbidden|not (?:found|allowed|available|possible)|time(?:d ?)?out)\s*(?:[:.!;,(–—-]|because\b|after\b|$)|(?:(?:sorry|unfortunately),? )?(?:(?:the|this|that|your) )?(?:[\w-]+ ){1,3}(?:(?:could not|couldn't|cannot|can't) be \w|(?:(?:failed|timed out)|(?:is|was|are|were) (?:already |now |currently )?(?:(?:not|no longer) (?:available|found|possible|allowed|free)|unavailable|taken|full|denied|rejected|refused))\s*(?:[:.!;,(–—-]|because\b|after\b|$))|(?:HTTP[/ \d.]*)?[45]\d\d (?:bad|conflict|forbidden|gateway|gone|internal|not|service|too|unauth|unprocess)|HTTP(?:\/[\d.]+)? (?:status |error |code )*[45]\d\d\s*(?:[:.!;,(–—-]|because\b|after\b|$)|(?:internal server error|bad gateway|service unavailable|gateway time-?out)\s*(?:[:.!;,(–—-]|because\b|after\b|$)|(?:connect )?E(?:CONN|TIMEDOUT|NOTFOUND|HOSTUNREACH|PIPE|ACCES|PERM\b|NOENT|AI_AGAIN)|(?:panic|fatal)(?: error)?:|(?:process )?exit(?:ed)?(?: with)? (?:code|status) [1-9])/iu;

/** Other texts by which nothing was done: they begin with the cause, or with the deed that is missing. */
const badCause =
  /^(?:(?:sorry|unfortunately),? )?(?:(?:(?:I|we|it) )?(?:not|did not|didn't) (?:book|sav|creat|updat|delet|sen[dt]|schedul|mov|chang|appl|stor|reserv)\w*\b|(?:[\w-]+ ){1,3}not (?:available|found|possible|allowed)\s*(?:[:.!;,(–—-]|because\b|$)|no such \w|missing (?:required )?(?:parameter|argument|field)s?\b|(?:invalid|malformed) (?:input|argument|parameter|request)s?\b|(?:rate limit|quota) (?:was )?(?:exceeded|reached)|too many requests|not (?:implemented|supported|permitted)\b|duplicate (?:key value|entry ['"])|(?:(?:your|the) )?(?:session|token|request) (?:has |was )?(?:expired|aborted)\b|please try again)/i;

/** "Contact not found, created a new one": what comes behind it was done after all. */
const wasDone =
  /(?<!\b(?:not|no|never|nothing|without|\w+n't)(?: \w+)? )\b(?:created|added|saved|booked|(?:re)?scheduled|moved|sent|updated|stored|done|refreshed|renewed|filled)\b/i;

function hasBadCause(text: string): boolean {
  return badCause.test(text) && !wasDone.test(text.replace(badCause, ""));
}

/**
 * Whether the result of a call that writes says, as a receipt does, that nothing was done. What a tool that reads returns
 * is content, and may well speak of failures. A plain no, such as `booked: false`, is an answer. A word that the call itself gives, such as a status to be set, says nothing.
 */
function isBadReceipt(call: ToolCall, result: JsonValue): boolean {
  if (!isWrite(call) || (call.effect === undefined && looksUp.test(call.name))) return false;
  const given = `${call.name} ${JSON.stringify(call.arguments)}`.toLowerCase();
  const isBadState = (value: JsonValue) =>
    typeof value === "string" &&
    badState.test(value) &&
    !given.includes(value.toLowerCase().replace(/(?:p?ed|ure)$/, ""));
  const isBad = (value: JsonValue, depth: number): boolean => {
    if (typeof value === "string")
      return badText.test(value) || hasBadCause(value) || objectsIn(value).some((inner) => isBad(inner, depth));
    if (!isJsonObject(value)) return value === false && depth === 0;
    const fields = Object.entries(value).map(
      ([name, field]) => [name.toLowerCase().replace(/[_-]/g, ""), field] as const,
    );
    if (fields.some(([name, field]) => errors.test(name) && !isEmpty(field))) return true;
    if (fields.some(([name, field]) => succeeded.test(name) && (field === true || field === "true"))) return false;
    const isBare = fields.every(([name]) => name === "code" || wrapper.test(name));
    const counts = fields.filter(([name, field]) => rowsChanged.test(name) && typeof field === "number");
    if (counts.length > 0 && counts.every(([, field]) => field === 0)) return true;
    return fields.some(
      ([name, field]) =>
        (succeeded.test(name) && isNo(field)) ||
        (broken.test(name) && !isNo(field) && !isEmpty(field) && !given.includes(name.replace(/ed$/, ""))) ||
        (state.test(name) && isBadState(field)) ||
        // A code beside other facts may be that of a door.
        ((isBare || name !== "code") && status.test(name) && /^[45]\d\d$/.test(String(field))) ||
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
  const value = jsonIn(plain);
  return value === undefined || value === text ? [] : [value];
}

function isEmpty(value: JsonValue): boolean {
  return !value || (typeof value === "object" && Object.keys(value).length === 0);
}
