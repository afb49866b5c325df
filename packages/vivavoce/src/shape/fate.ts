import { isJsonObject, type JsonValue } from "../base/index.ts";
import { allCalls } from "./readers.ts";
import { isBadReceipt, isDeed, isEmpty, objectsIn } from "./receipt.ts";
import type { ToolCall } from "./tool-call.ts";
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
  /**
   * Whether somebody reported how the call ended; undefined if nobody could. Who reports it of one write and not of another
   * tells that the other failed.
   */
  isTold?: ((call: ToolCall) => boolean | undefined) | undefined;
}

/** Tools by which an agent passes the conversation on or ends it, so that there is often nothing to tell afterwards. */
const endsOrPassesOn =
  /^(?:end|finish|final|hang|hang_?up|transfer|hand_?(?:off|over)|escalate|reply|respond|answer|goodbye|terminate|(?:close|forward)(?=_?(?:call|chat|conversation|session)))(?![a-z])/;

/** `endCall` as `end_call`. */
const snakeCase = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, "_").toLowerCase();

/** What became of a call: as it was noted when the conversation was played, or by the call's own record. */
export function fateOf(call: ToolCall): Fate {
  return call.fate ?? fateFrom(call, {});
}

/** Whether a call counts as made: one that was proposed and never run does not. */
export function isCalled(call: ToolCall): boolean {
  return fateOf(call) !== "never-ran";
}

/** The transcript with the fate of each call. */
export function withFates(transcript: Transcript, given: FateFacts): Transcript {
  const tells = allCalls(transcript).some(({ call }) => isDeed(call) && given.isTold?.(call));
  const facts = tells ? given : { ...given, isTold: undefined };
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

function fateFrom(call: ToolCall, { ends = [], failed, resultSeen, isLeftOut, isUnderWay, isTold }: FateFacts): Fate {
  if (call.approval?.decision === "rejected" && wasRun(call) !== "yes") return "rejected";
  const isOpen = call.result === undefined && call.error === undefined;
  const result = isOpen ? resultSeen?.(call) : call.result;
  if (result === undefined && call.error === undefined) {
    // Nobody waits for what such a tool returns.
    const isAnnounced = call.effect === "control" || call.effect === "display" || ends.includes(call.name);
    if (isAnnounced || isUnderWay?.(call)) return isAnnounced ? "ran" : "failed";
    if (isLeftOut?.(call)) return "never-ran";
    return isTold?.(call) === false && isDeed(call) && !endsOrPassesOn.test(snakeCase(call.name))
      ? "failed"
      : "unknown";
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
