import { z } from "zod";
import { sentencesIn } from "./reply/sentences.ts";

/** The fields of a session that a receptionist can ask a caller for. */
export const slotSchema = z.enum([
  "phone_number",
  "customer_name",
  "zip_code",
  "service_address",
  "problem_description",
  "equipment",
  "problem_duration",
  "preferred_time",
  "urgency_tier",
  "confirmed",
]);
export type SlotField = z.infer<typeof slotSchema>;

/** How each of them is asked for, looked for in sentences that ask. */
export const slotPatterns: Readonly<Record<SlotField, RegExp>> = {
  phone_number:
    /\b(?:phone|cell|callback|call-back|contact|best) number\b|\bnumber (?:to|we can|can we) (?:reach|call)|\breach you at\b/i,
  customer_name:
    /(?<!\b(?:street|road|company) )\bnames?\b(?! of the street)|\bwho(?:'s| is| am i| do i have| are we)\b(?: \w+){0,2} (?:this|calling|speaking|talking|with|to)\b/i,
  zip_code: /\bzip\b|\bpostal code\b/i,
  service_address:
    /(?<!\be-?mail )\baddress\b|\bwhat street\b|\bhouse number\b|\bwhere (?:are you|is (?:the|this|your)|should (?:i|we)|do (?:i|we)|are we|am i)\b|\bwhere'?s (?:the|this|your)\b/i,
  problem_description:
    /\bwhat(?:'s| is| seems| exactly is)?(?: \w+){0,3}? (?:going on|wrong|happening|(?:the|your) (?:problem|issue|trouble))\b|\bwhat(?:'s| is) (?:it|the (?:unit|system|ac|furnace|heater)) doing\b|\bdescribe\b|\bhow (?:can|may) i help\b|\bwhat can i do\b|\btell me (?:more )?about (?:the|your|what)\b/i,
  equipment: /\bwhat (?:kind|type|brand|make|model|sort)\b|\bwhich (?:unit|system)\b|\bhow old is\b/i,
  problem_duration: /\bhow long\b|\bsince when\b|\bwhen did\b/i,
  preferred_time:
    /\bwhen (?:would|do|can|could|should|works?|suits|is|are|were)\b|\bhow soon\b|\b(?:what|which) (?:times?|days?|part of the day)\b|\bmorning or (?:the )?(?:afternoon|evening)\b|\bwhat works\b|\bwork(?:s)? (?:best )?for you\b/i,
  urgency_tier:
    /\bhow (?:urgent|soon|fast)\b|\bis (?:this|it|that) (?:an? )?(?:urgent|emergency)\b|\bcan (?:it|this) wait\b/i,
  confirmed:
    /\b(?:sounds?|looks?|is that|that|all of that|is all that|got (?:that|it|all that))(?: all)? (?:right|correct|good)\b|\b(?:right|correct)\?|\bgood to (?:go|book)\b|\b(?:shall|can|may|okay to|ok to|want me to) (?:i )?(?:book|lock|put)\b/i,
};

const request =
  /^(?:(?:and|so|now|okay|just|then|alright|first|next|also|please)[, ]+)*(?:give me|tell me|i(?:'ll|'d)?(?: will| just| also| do| only)* need|i'm going to need|let me (?:get|have|grab)|(?:can|could|may) (?:i|you)|confirm|spell)\b/i;

/** The fields that a reply asks for: by a question, or by a request such as "I just need your ZIP". */
export function slotsAskedIn(reply: string): SlotField[] {
  // Models write the apostrophe either way.
  const asking = sentencesIn(reply.replaceAll("’", "'")).filter(
    (sentence) => sentence.includes("?") || request.test(sentence),
  );
  return slotSchema.options.filter((field) => asking.some((sentence) => slotPatterns[field].test(sentence)));
}
