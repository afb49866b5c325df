import { wordsOf } from "../../../text/grammar.ts";
import type { TokenSpan } from "../../../text/reading.ts";
import type { Token } from "../../../text/tokens.ts";
import { type findAddresses, readWhole } from "../address/address.ts";
import { type Address, readUnit } from "../address/read-address.ts";
import { readStreet } from "../address/read-street.ts";
import { directions, placesInHouse, streetTypes } from "../address/street-words.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { noNames } from "../name/stop-words.ts";
import { readTight } from "../numbers/digit-run.ts";
import { isCounted } from "../time/scan-times.ts";
import { clauseAt, isCorrected } from "./clauses.ts";
import { isSomethingElse } from "./other-numbers.ts";
import { roleAt, type Standing } from "./roles.ts";

export interface AddressPart extends TokenSpan {
  address: Partial<Address>;
  sort: "whole" | "unit" | "number" | "street" | "type" | "direction" | "letters" | "town";
  letters?: string;
  role: Standing;
  isPut: boolean;
}

interface Around {
  question: string;
  entries: readonly { address: Partial<Address> }[];
  told: readonly string[];
  town: string | undefined;
}

/** The addresses and the parts of addresses in a line, in order. */
export function partsIn(
  tokens: readonly Token[],
  wholes: ReturnType<typeof findAddresses>,
  { question, entries, town: named }: Around,
): AddressPart[] {
  const parts: AddressPart[] = [];
  const place = (start: number) => tokens.findIndex((token) => token.end > start);
  const spans = wholes.map((whole) => {
    const at = place(whole.start);
    return {
      at,
      next: tokens.findLastIndex((token) => token.start < Math.max(whole.end, whole.start + whole.text.length)) + 1,
      address: readWhole(whole.value) ?? ({} as Partial<Address>),
    };
  });
  const spelled = findSpelled(tokens);
  const town = named?.split(" ") ?? [];
  const more = (from: number) => (tokens[from]?.kind === "word" && /^\p{Lu}/u.test(tokens[from]?.text ?? "") ? 1 : 0);
  const asksUnit =
    /\b(?:any|what|which|an?|the|and) (?:unit|apartment|suite|apt)\b[^?]*\?/i.test(question) &&
    !/\bhow\b/i.test(question);
  const streets = [...entries.map(({ address }) => address), ...spans.map(({ address }) => address)].flatMap(
    ({ street = [] }) => street,
  );
  for (let at = 0; at < tokens.length; at += 1) {
    const last = parts.at(-1)?.next ?? 0;
    const add = (sort: AddressPart["sort"], next: number, address: Partial<Address>, letters?: string) => {
      const span = { at, next };
      const following = spans.find((one) => one.at >= next)?.at;
      const role = roleAt(tokens, span, { question, last, following });
      const isPut =
        isCorrected(tokens, { at: last, next: at }) ||
        (parts.length === 0 &&
          /^(?:no|nope|nah|wait|sorry|actually|oh wait)\b/.test(wordsOf(tokens, { at: 0, next: at })));
      parts.push({ ...span, sort, address, role, isPut, ...(letters ? { letters } : {}) });
      at = next - 1;
    };
    const whole = spans.find((one) => one.at === at);
    if (whole) {
      add("whole", whole.next, whole.address);
      continue;
    }
    const run = spelled.find((one) => one.at === at);
    if (run) {
      if (run.letters.length > 2 || run.letters.length === 2) add("letters", run.next, {}, run.letters);
      continue;
    }
    const token = tokens[at];
    if (!token || token.kind === "mark") continue;
    const before = wordsOf(tokens, { at: Math.max(0, at - 3), next: at });
    const isLandmark = landmark.test(before);
    const isBehind = parts.at(-1)?.sort === "whole" && at - last < 2;
    const unit = token.word === "number" && !isBehind ? undefined : readUnit(tokens, at);
    if (unit && !/^(?:space|level|box|door|room|building|house|floor|wing|tower)\d*$/.test(unit.unit)) {
      add("unit", unit.next, { unit: unit.unit });
      continue;
    }
    if (/^(?:unit|apartment|suite)$/.test(token.word) && /\b(?:no|not an?|isn't an?|without an?)$/.test(before)) {
      add("unit", at + 1, { unit: "" });
      continue;
    }
    const number = readTight(tokens, at);
    const street = !number && !noNames.has(token.word) ? readStreet(tokens, at) : undefined;
    if (
      street &&
      (street.evidence === "type" ||
        streets.some((word) => street.words.includes(word) && word.length > 2 && !streetTypes.has(word)))
    ) {
      if (!isLandmark) add("street", street.next, { street: street.words });
      else at = street.next - 1;
      continue;
    }
    const letter = number && tokens[number.next];
    if (number && asksUnit && spans.length === 0 && number.digits.length < 5) {
      const isLettered = letter?.kind === "word" && letter.word.length === 1;
      add("unit", number.next + (isLettered ? 1 : 0), { unit: number.digits + (isLettered ? letter.word : "") });
      continue;
    }
    if (number) {
      const span = { at, next: number.next };
      const isOther =
        isSomethingElse(tokens, span) ||
        isCounted(tokens[number.next]) ||
        (number.digits.length < 2 && entries.length > 0 && !/\b(?:number|it's|at)$/.test(before)) ||
        labelled.test(before);
      if (!isOther && number.digits.length < 7 && !(number.digits.length === 1 && /^(?:one|oh|two)$/.test(token.word)))
        add("number", number.next, { number: number.digits });
      else at = number.next - 1;
      continue;
    }
    const direction = token.word.length > 2 ? directions.get(token.word) : undefined;
    if (
      direction &&
      !isLandmark &&
      !/^(?:of|side|end|bound)$/.test(tokens[at + 1]?.word ?? "") &&
      !/\b(?:in|the)$/.test(before)
    ) {
      add("direction", at + 1, { street: [direction] });
      continue;
    }
    const type = streetTypes.get(token.word.replace(/'s$/, ""));
    if (
      type &&
      !isLandmark &&
      token.word.length > 2 &&
      /(?:\b(?:the|a|it's|not|as in|is)|,)$/.test(before) &&
      !/^(?:of|from|over|down|and)$/.test(tokens[at + 1]?.word ?? "")
    ) {
      add("type", at + 1, { street: [type] });
      continue;
    }
    if (placesInHouse.has(token.word)) {
      const isOwn = /\b(?:i'm|we're|i live|we live|it's|come|go)\b/.test(
        wordsOf(tokens, { at: clauseAt(tokens, at), next: at }),
      );
      if (isBehind || isOwn) add("unit", at + 1, { unit: token.word });
    } else if (town.every((word, index) => tokens[at + index]?.word === word) && town.length > 0)
      add("town", at + town.length, { city: town.join(" ") });
    else if (/\bin$/.test(before) && /^\p{Lu}/u.test(token.text) && !noNames.has(token.word))
      add("town", at + 1 + more(at + 1), { city: wordsOf(tokens, { at, next: at + 1 + more(at + 1) }) });
  }
  return parts;
}

const landmark =
  /\b(?:near|by|off|off of|behind|across(?: from)?|next to|close to|between|past|around|opposite|corner of|cross street is|from)(?: the)?$/;

const labelled =
  /\b(?:exit|route|highway|interstate|marker|gate|code|buzzer|room|box|zip|about|since|for|after|before|until|till|by|around|every)(?:'s| is)?$/;
