export { compareAddresses, normaliseAddress } from "./address/address.ts";
export { findAddresses } from "./address/find-addresses.ts";
export {
  type SpeakabilityOptions,
  type Unspeakable,
  type UnspeakableKind,
  unspeakableIn,
} from "./checks/unspeakable.ts";
export { spelledLetters } from "./letters/spelled-letters.ts";
export { findGivenNames } from "./name/given-names.ts";
export { findHeardNames } from "./name/heard-names.ts";
export { compareNames, normaliseName } from "./name/name.ts";
export { spokenDigits } from "./numbers/digit-run.ts";
export type { SpokenChecks, SpokenOptions } from "./options.ts";
export { findPhones, normalisePhone } from "./phone/find-phones.ts";
export { comparePhones } from "./phone/phone-number.ts";
export type { SlotKindName } from "./slots/kinds.ts";
export type { SlotDefinitions } from "./slots/resolve-slots.ts";
export type { SlotDefinition } from "./slots/slot.ts";
export type { Comparison, FindContext, FoundValue, SlotKind } from "./slots/slot-kind.ts";
export { findTimes } from "./time/find-times.ts";
export { compareTimes, normaliseTime } from "./time/time.ts";
export { findZips } from "./zip/find-zips.ts";
export { compareZips, normaliseZip } from "./zip/zip.ts";
