import { isBlank } from "../../../base/index.ts";
import { type Exchange, type Transcript, wholeReplyOf } from "../../../shape/index.ts";

/** The parts of a quantity: one value for each, and what to say if all or some are missing. */
export interface Parts {
  values: readonly (number | undefined)[];
  none: string;
  missing?: string;
}

/** Why a quantity is not known; undefined if it is. If one part is missing, the whole is unknown. */
export function notMeasured({ values, none, missing = "" }: Parts): string | undefined {
  if (values.length === 0) return `not measured: ${none}`;
  const unknown = values.filter((value) => value === undefined).length;
  if (unknown === 0) return undefined;
  return `not measured: ${missing} in ${unknown} of ${values.length} ${values.length === 1 ? "exchange" : "exchanges"}`;
}

export function knownOf({ values }: Parts): number[] {
  return values.filter((value) => value !== undefined);
}

/** How long each reply took. */
export function replyTimes({ exchanges }: Transcript): Parts {
  return {
    values: exchanges.map(({ replyMs }) => replyMs),
    none: "there is no exchange",
    missing: "no time is recorded",
  };
}

/** How long the user waited for each text. If the agent streams at all, a reply that came whole is first heard at its end. */
export function firstWordTimes({ exchanges }: Transcript): Parts {
  const spoken = exchanges.filter(hasText);
  const streams = spoken.some(({ firstWordMs }) => firstWordMs !== undefined);
  return {
    values: streams ? spoken.map(({ firstWordMs, replyMs }) => firstWordMs ?? replyMs) : [],
    none: "no reply is recorded as streamed",
    missing: "no time is recorded",
  };
}

/**
 * A quantity of the model calls in each exchange. Viva does not see calls that an agent makes without it: if it sees no
 * call at all, nothing was measured.
 */
export function ofModels(what: string, of: (exchange: Exchange) => number | undefined) {
  return ({ exchanges }: Transcript): Parts => ({
    values: exchanges.filter(({ modelCalls }) => modelCalls > 0).map(of),
    none: "no model call went through Viva",
    missing: `a model call has no ${what}`,
  });
}

/** Something about the text of each reply that has any, heard or not. */
export function ofReplies(of: (text: string) => number) {
  return ({ exchanges }: Transcript): Parts => ({
    values: exchanges.filter(hasText).map((exchange) => of(wholeReplyOf(exchange))),
    none: "no reply has text",
  });
}

function hasText(exchange: Exchange): boolean {
  return !isBlank(wholeReplyOf(exchange));
}
