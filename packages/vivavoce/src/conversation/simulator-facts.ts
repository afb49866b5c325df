import { testPattern } from "../base/index.ts";
import type { SimulatedUser } from "../shape/index.ts";
import {
  type BuiltInSlotName,
  builtInSlots,
  findAddresses,
  findPhones,
  findZips,
  isRequest,
  says,
  sentencesOf,
} from "../spoken/index.ts";

/** What was said so far, from the user's side. */
export interface SimulatedTurn {
  exchange: number;
  line: string;
  /** Everything that the agent had said before. */
  heard: readonly string[];
  /** The user's own lines before this one. */
  said: readonly string[];
  /** The line is its last. */
  isLast?: boolean | undefined;
}

/** A fact from the sheet of a simulated user. */
export interface UserFact {
  name: string;
  value: string;
  /** Told only when asked. */
  withheld: boolean;
  asked?: readonly string[] | undefined;
}

export function factsOf({ knows, tellsWhenAsked }: SimulatedUser): UserFact[] {
  return [
    ...Object.entries(knows).map(([name, value]) => ({ name, value, withheld: false })),
    ...Object.entries(tellsWhenAsked).map(([name, fact]) => ({ name, ...fact, withheld: true })),
  ];
}

/** All facts of the sheet. */
export function sheetOf(user: SimulatedUser): string[] {
  const facts = factsOf(user).map(({ value }) => value);
  return [user.persona, user.goal, ...(user.opening === undefined ? [] : [user.opening]), ...facts];
}

/** Whether a fact is the user's own name, not that of a street or a relative. */
export function isOwnName(name: string): boolean {
  return /^(?:(?:my|your|own|full|first|last|given|family|caller|customer|user)[\s_']*s?[\s_-]*)*name$/i.test(
    name.trim(),
  );
}

/** Which of the usual questions asks for a fact of this name. */
export function slotOf(name: string): BuiltInSlotName | undefined {
  if (isOwnName(name)) return "name";
  if (/\b(?:phone|telephone|mobile|cell|callback)\b/i.test(name)) return "phone";
  if (/\b(?:zip|postal|post ?code)\b/i.test(name)) return "zip";
  if (/\baddress\b/i.test(name) && !/mail/i.test(name)) return "address";
  return /^(?:(?:preferred |appointment |visit )?(?:time|day|date|when)|deadline|due date)$/i.test(name.trim())
    ? "time"
    : undefined;
}

/** Whether one of the agent's lines asked for a fact, by its own patterns or else by its name or the usual questions. */
export function wasAsked({ name, asked }: Pick<UserFact, "name" | "asked">, heard: readonly string[]): boolean {
  if (asked) {
    return heard.some((reply) => asked.some((pattern) => testPattern(pattern, reply, { flags: "i" }) === "match"));
  }
  const spoken = name.replaceAll(/[_-]/g, " ");
  const slot = slotOf(spoken);
  return heard.some(
    (reply) =>
      says(reply, spoken) ||
      readsBack(reply, slot) ||
      sentencesOf(reply).some(
        ({ text }) => (slot !== undefined && builtInSlots[slot].asks(text)) || (isRequest(text) && wantsAll.test(text)),
      ),
  );
}

/** "I have you at 78740, right?": an agent that reads out a value asks for a correction. */
function readsBack(reply: string, slot: BuiltInSlotName | undefined): boolean {
  if (slot === "zip") return findZips(reply, { by: "agent", asked: true }).length > 0;
  if (slot === "phone") return findPhones(reply).length > 0;
  return slot === "address" && findAddresses(reply, { by: "agent", asked: true }).length > 0;
}

/** "Can I get your details?" asks for everything. */
const wantsAll = /\b(?:details|information|info|particulars)\b/i;
