export { checkCoverage, coverageOf, decided, shareOfDecided } from "./contract/verdict.ts";
export { examine } from "./examine.ts";
export type { FollowOptions } from "./follow/follow.ts";
export { compareAddresses, findAddresses, normaliseAddress } from "./locale/en-US/address/address.ts";
export { isNegated } from "./locale/en-US/answers/negation.ts";
export {
  type BuiltInSlotName,
  builtInSlots,
  isConfirmation,
  isQuestion,
  isRequest,
} from "./locale/en-US/asks/built-in.ts";
export { slotKinds } from "./locale/en-US/asks/kinds.ts";
export { foldText, textKind } from "./locale/en-US/asks/plain-kinds.ts";
export { questionsIn } from "./locale/en-US/conduct/asked-things.ts";
export { findEmails } from "./locale/en-US/email/find-emails.ts";
export { enUS } from "./locale/en-US/en-us.ts";
export { spelledLetters, spells } from "./locale/en-US/letters/spelled-letters.ts";
export { findGivenNames } from "./locale/en-US/name/given-names.ts";
export { findHeardNames } from "./locale/en-US/name/heard-names.ts";
export { compareNames, normaliseName } from "./locale/en-US/name/name.ts";
export { numbersSaid, spokenDigits } from "./locale/en-US/numbers/digit-run.ts";
export { comparePhones, findPhones, normalisePhone } from "./locale/en-US/phone/find-phones.ts";
export { says } from "./locale/en-US/said/says.ts";
export { dayNumber, wallClock } from "./locale/en-US/time/calendar.ts";
export { compareSpokenTimes } from "./locale/en-US/time/compare-times.ts";
export {
  compareTimes,
  findTimes,
  normaliseTime,
  saidTimes,
  timeKind,
  wholeTime,
} from "./locale/en-US/time/time-kind.ts";
export { compareZips, findZips, normaliseZip } from "./locale/en-US/zip/find-zips.ts";
export { type Locale, unspeakableKinds } from "./locale/locale.ts";
export { resolveSlots, type SlotDefinitions } from "./slots/resolve-slots.ts";
export type {
  BuiltInSlot,
  Calendar,
  FindContext,
  FoundValue,
  SlotComparison,
  SlotDefinition,
  SlotKind,
  SlotKindName,
} from "./slots/slot.ts";
export { textSimilarity, wordsOf } from "./text/text-similarity.ts";
export { type Sentence, sentencesOf, tokensOf, without } from "./text/tokens.ts";
