import { sentencesOf } from "../../text/tokens.ts";
import type { Locale } from "../locale.ts";
import { answerOf } from "./answers/answers.ts";
import { builtInSlots } from "./asks/built-in.ts";
import { slotKinds } from "./asks/kinds.ts";
import { stands, weigh } from "./claims/claims.ts";
import { thingsAsked } from "./conduct/asked-things.ts";
import { unspeakableIn } from "./conduct/unspeakable.ts";
import { cues } from "./cues.ts";
import { codesIn } from "./letters/read-codes.ts";
import { timeKind } from "./time/time-kind.ts";

/** English as it is spoken on the phone in the United States. */
export const enUS: Locale = {
  name: "en-US",
  kinds: (calendar) => (calendar ? { ...slotKinds, time: timeKind(calendar) } : slotKinds),
  slots: builtInSlots,
  cues,
  answerOf,
  codesIn,
  weigh,
  stands,
  sentencesOf,
  thingsAsked,
  unspeakableIn,
};
