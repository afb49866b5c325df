export type { Comparison, FindContext, FoundValue, SlotKind, SlotKindName } from "../../../speech/index.ts";
export {
  compareAddresses,
  compareNames,
  comparePhones,
  compareTimes,
  compareZips,
  findAddresses,
  findGivenNames,
  findHeardNames,
  findPhones,
  findTimes,
  findZips,
  normaliseAddress,
  normaliseName,
  normalisePhone,
  normaliseTime,
  normaliseZip,
  spelledLetters,
  spokenDigits,
} from "../../../speech/index.ts";
export {
  type SpeakabilityOptions,
  type Unspeakable,
  type UnspeakableKind,
  unspeakableIn,
} from "./checks/unspeakable.ts";
export type { SpokenChecks, SpokenOptions } from "./options.ts";
export type { SlotDefinitions } from "./slots/resolve-slots.ts";
export type { SlotDefinition } from "./slots/slot.ts";
