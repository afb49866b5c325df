import type { BuiltInSlot } from "../../../slots/slot.ts";
import { wordSet } from "../../../text/reading.ts";
import { tokensOf } from "../../../text/tokens.ts";

/** Names of arguments that stand together. */
function groups(list: string): string[][] {
  return list.split(", ").map((group) => group.split(" "));
}

/** A request with these words and without those, which does not only ask for a yes. */
const asksFor = (words: RegExp, others?: RegExp) => (sentence: string) =>
  isRequest(sentence) && !isConfirmation(sentence) && words.test(sentence) && !others?.test(sentence);

/** "Street?", "And the phone?": a word for it is all that is said. */
const asksBarely = (word: string) => {
  const bare = new RegExp(
    `^\\W*(?:(?:and|so|okay|now|then|next|just|lastly|one (?:more|last) thing|i'm ready for|the|that|your|a|an|what's|best|full|home|service)\\W+)*(?:${word})(?:\\W*\\?|,? (?:please|there|next|now|when(?:ever)? you(?:'re| are) ready)\\W|\\.)\\W*$`,
    "i",
  );
  return (sentence: string) => bare.test(sentence);
};

const anyOf =
  (...tests: readonly ((sentence: string) => boolean)[]) =>
  (sentence: string) =>
    tests.some((test) => test(sentence));

const name: BuiltInSlot = {
  kind: "name",
  noun: /\bname\b/i,
  arguments: groups("first_name last_name, customer_name, caller_name, full_name, customer.name, name"),
  asks: anyOf(
    asksBarely("surname|first|last"),
    asksFor(
      /\b(?:sur)?name\b|\bwho(?:'s|’s| is) (?:it|this|that|the \w+) for\b|\bwho (?:should|shall|do|can|could|would|may|am|are|is) (?:i|we|this|it|that|the \w+)\b.*\b(?:under|for|as|down|out to|with|booking|expecting|visit(?:ing)?)\b|\bwhat (?:should|can|do|may|shall) (?:i|we|they) call you\b|^(?=.*\bwho(?:'s|’s| is| am i| do i have)\b).*\b(?:speaking|talking|calling|this|pleasure|line)\b/is,
      /\bspell|\bname of\b|\b(?:street|company|business|complex) name\b/i,
    ),
  ),
};

/** "What's your last name?", "And last?" */
export function asksLastName(question: string): boolean {
  return /\b(?:last|family|sur)\s?name\b|\band (?:the |your )?last\W*\?/i.test(question);
}

const phone: BuiltInSlot = {
  kind: "phone",
  noun: /\b(?:phone|number|cell)\b/i,
  arguments: groups("phone_number, phone, callback_number, contact_number, telephone, customer.phone"),
  asks: anyOf(
    asksBarely("(?:phone|cell|mobile|callback)(?: number)?|number"),
    asksFor(
      /\b(?:(?:phone|telephone|cell|mobile|callback|contact|best|good|your|what|which) number|go ahead with (?:the|your) number|number (?:to|for|can|should|is best|where)|(?:reach|call|text|ring|phone) you (?:back )?(?:at|on)|(?:how|where) (?:can|could|do|should|would) (?:we|i|he|she|they) (?:best )?(?:reach|call|get (?:a )?hold of|contact) you|way to (?:reach|contact|get (?:a )?hold of) you|your (?:phone|cell|callback|digits))\b/i,
      /\b(?:house|unit|apartment|account|suite|model|serial) number\b/i,
    ),
  ),
};

const streets = ["service_address", "street_address", "address", "street", "location"];
const units = ["unit", "apartment", "apt", "suite"];

const address: BuiltInSlot = {
  kind: "address",
  noun: /\b(?:address|street|house)\b/i,
  arguments: [
    ...streets.flatMap((street) => units.map((unit) => [street, unit])),
    ...streets.map((street) => [street]),
  ],
  asks: anyOf(
    asksBarely("(?:street|house)(?: (?:name|number))?|location"),
    asksFor(
      /\b(?:address|what street|which street|the street|house number|where (?:do you live|are you (?:located|at)|are you(?=\W*\?)|(?:should|shall|do|can) (?:we|he|she|they|i|the \w+) (?:come|go|send|head|drive|meet)|should we|is (?:the|this|that) (?:house|home|property|place|unit|system|job)|am i sending|are we (?:going|headed|coming)))\b/i,
      /\be-?mail address\b|\b(?:(?:when|once) (?:he|she|they|we|i) (?:gets?|arrives?|comes?)|park|enter|which door|front or back)\b/i,
    ),
  ),
};

const asksHour = asksBarely("day|date|hour|time");
const wantsHour = /\b(?:what|which) (?:time|day|date)s?\b/i;
const wantsTime =
  /\b(?:(?:what|which) (?:time|day|date|hour|morning|afternoon|evening|night|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)s?\b|(?:what|which) (?:window|slot|part of the day)s? (?:works?|suits?|would|do you|should|is (?:good|best|better))|which (?:one |of (?:those|these|them|the two) )?(?:do|would|works?|suits?|is (?:better|best))|how (?:early|late) (?:can|could|may|should)\b|when(?: exactly| roughly| about)?(?: (?:would|should|shall|can|could|may|might|must|will|works?|suits|for|on|next|this|(?:do|did) you (?:want|need|prefer|like)|do (?:we|i)|are you|are we)\b|(?: is|['’]s) (?:it |a )?(?:good|best|better|easiest|convenient|ok|okay)\b|\?)|time of day|(?:day|time)s? works?|works? (?:best|better)|how soon|mornings? or (?:the |an )?afternoons?|(?:good|best|preferred) (?:time|day)|availability)/i;

const time: BuiltInSlot = {
  kind: "time",
  noun: /\b(?:time|day|date|appointment)\b/i,
  arguments: groups(
    "preferred_time, appointment_time, preferred_date preferred_time, date time, day time, start_time, time_window, time_slot, slot, start, when, time, date, day",
  ),
  // A calendar may book another time than it was asked for.
  results: groups("appointment_time, booked_time, start_time, date time, start, time, slot"),
  asks: (sentence) =>
    asksHour(sentence) ||
    ((isQuestion(sentence) ? wantsTime : wantsHour).test(sentence) &&
      isRequest(sentence) &&
      // "Which date were you thinking?" is not about the past.
      !/\b(?:did(?! you (?:want|need|wish|like|prefer|have in mind))|was|were(?! you (?:thinking|hoping|looking|planning|wanting))|has|had|last|started?|stop(?:ped)?|since|notic\w{1,4}|happen\w{0,3}|ago|hear|smell|away|busy|closed|unavailable|gone|avoid|except|besides|never|(?:are|is|do|does|will|would|should|could|ca|wo)(?:n't|n’t| you not| it not| not))\b/i.test(
        sentence,
      )),
};

const zip: BuiltInSlot = {
  kind: "zip",
  noun: /\b(?:zip|postal)\b/i,
  arguments: groups("zip_code, zip, postal_code, postcode"),
  asks: anyOf(asksBarely("zip(?: ?code)?|postal code"), asksFor(/\b(?:zip|postal code|post ?code)\b/i)),
};

const email: BuiltInSlot = {
  kind: "email",
  noun: /\be-?mail\b/i,
  arguments: groups("email, email_address, customer_email, customer.email"),
  asks: anyOf(asksBarely("e-?mail(?: address)?"), asksFor(/\be-?mail\b/i)),
};

/** Name, phone, address, time, ZIP code and e-mail: how they are asked for, and the arguments they usually end up in. */
export const builtInSlots = { name, phone, address, time, zip, email };
export type BuiltInSlotName = keyof typeof builtInSlots;

export function isQuestion(sentence: string): boolean {
  return /\?["'”’)]*\s*$/.test(sentence.slice(-8));
}

/** Whether a sentence asks for something: a question, or "I just need …". */
export function isRequest(sentence: string): boolean {
  return (
    isQuestion(sentence) ||
    /\b(?:may i|can i|could i|can you|could you|would you|tell me|give me|go ahead with|let me (?:get|have|grab|take)|i(?:'ll|’ll| will)? (?:just |still |also )?need|please)\b/i.test(
      sentence,
    )
  );
}

const softeners = wordSet("and so okay ok great alright perfect sure now , - – — . …");

/** "Is that the address?", "Did I get your name right?": asks for a yes, not for the value. */
export function isConfirmation(sentence: string): boolean {
  const first = tokensOf(sentence.slice(0, 200)).find(({ word }) => !softeners.has(word));
  return (
    /^(?:is|was|are|did|does)$/.test(first?.word ?? "") ||
    /\b(?:do i have|right|correct)\b[^\w]*$/i.test(sentence.slice(-40))
  );
}
