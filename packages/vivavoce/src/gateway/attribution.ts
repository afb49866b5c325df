import { InfrastructureError, type JsonValue } from "../base/index.ts";
import { textIn } from "../model/index.ts";
import type { GatewayTrial } from "./open-trials.ts";

/** A trial, with what its user has said. */
type SpokenTrial = Pick<GatewayTrial, "caseId" | "lines">;

/** A shorter line may appear in any prompt: it identifies a trial only as a whole message. */
const tellingCharacters = 12;

/**
 * The trials whose user said last what a request asks about, and the user of `own`, for which it came, did not. An agent
 * that hands its calls to a queue or to a worker loses the trial they belong to, and they all come for the one that
 * happened to start the queue.
 *
 * A line that the trial's own user has said before does not point to another trial. Trials whose users say the same, such
 * as repeats of one case, cannot be distinguished.
 */
export function othersMeant<Trial extends SpokenTrial>(
  own: SpokenTrial,
  open: readonly Trial[],
  body: JsonValue,
): Trial[] {
  // An empty line is in every request.
  const notOthers = new Set(["", ...own.lines.map(plain)]);
  const others = open.filter((trial) => trial !== own && !notOthers.has(lastOf(trial)));
  const messages = userMessages(body).map(plain);
  const words = plain(texts(body).join("\n"));
  const signs: ((line: string) => boolean)[] = [
    // The last message is the strongest sign: the own line may be one that the other's user said earlier.
    (line) => messages.at(-1) === line,
    (line) => messages.includes(line),
    (line) => line.length >= tellingCharacters && words.includes(line),
  ];
  for (const isIn of signs) {
    if (lastOf(own) !== "" && isIn(lastOf(own))) return [];
    const trials = others.filter((trial) => isIn(lastOf(trial)));
    if (trials.length > 0) return trials;
  }
  return [];
}

/** The error for all trials that a request may belong to. It came for `own`; left out: to the address of a trial that is over. */
export function misdirected(trials: readonly SpokenTrial[], own?: SpokenTrial): InfrastructureError {
  const meant = [...new Set(trials.map(({ caseId }) => caseId))].join(", ");
  return own
    ? new InfrastructureError({
        message: `a model call of case ${meant} arrived as a call of case ${own.caseId}: the agent shares a queue or a worker between conversations, so Viva cannot tell which case a call belongs to`,
        remedy: 'Set isolation: "process" in the suite, or run with --processes.',
      })
    : new InfrastructureError({
        message: `a model call, perhaps of case ${meant}, was sent to the address of an earlier trial, which is over`,
        remedy: "Make the client in open(), with the address of its own conversation, and await all calls.",
      });
}

/**
 * The same for a call without any trial: `isCaptured` if code of this process made it, else by another process, such as a
 * server that conversations share. `target`: the address, such as "api.openai.com/v1/responses".
 */
export function ownerless(target: string, isCaptured: boolean): InfrastructureError {
  return isCaptured
    ? new InfrastructureError({
        message: `a model call to ${target} belongs to no trial: the code that made it was started outside any conversation, such as a worker that began when the suite was loaded`,
        remedy: 'Set isolation: "process" in the suite, or run with --processes, and start such code in open().',
      })
    : new InfrastructureError({
        message: `a model call to ${target} reached the gateway without saying which trial it belongs to`,
        remedy:
          "Ask at the address that Viva gives the trial (OPENAI_BASE_URL, VIVA_GATEWAY or context.gateway()), pass on the traceparent header, or start a server for each conversation.",
      });
}

function lastOf({ lines }: SpokenTrial): string {
  return plain(lines.at(-1) ?? "");
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The user's messages in any of the usual dialects, without knowing which. */
function userMessages(body: JsonValue): string[] {
  if (typeof body !== "object" || body === null) return [];
  if (Array.isArray(body)) return body.flatMap(userMessages);
  if (body.role === "user") return spoken(body.content ?? body.parts ?? "");
  return Object.entries(body).flatMap(([name, value]) =>
    typeof value === "string" ? (name === "input" || name === "prompt" ? [value] : []) : userMessages(value),
  );
}

/** A part may be the user's line, beside parts that the agent added. */
function spoken(content: JsonValue): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => (typeof part === "string" ? part : (textIn(part, "text") ?? [])));
}

function texts(body: JsonValue): string[] {
  if (typeof body === "string") return [body];
  if (typeof body !== "object" || body === null) return [];
  return Object.values(body).flatMap(texts);
}
