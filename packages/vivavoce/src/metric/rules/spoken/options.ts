import { z } from "zod";
import { InputError } from "../../../base/index.ts";
import type { Case } from "../../../case/index.ts";
import type { MetricOptions } from "../../types.ts";
import { unspeakableKinds } from "./checks/unspeakable.ts";
import type { SlotDefinitions } from "./slots/resolve-slots.ts";

const percentiles = z.strictObject({ p50: z.number().positive().optional(), p95: z.number().positive().optional() });

/** What is checked. `false` leaves a check out; what is not named is checked with its defaults. */
export const spokenChecksSchema = z.strictObject({
  /** Words per reply; without a limit they are measured and decide nothing. */
  words: z.union([percentiles, z.boolean()]).optional(),
  /** How many questions a reply may ask; 1 by default. */
  questions: z.union([z.int().nonnegative(), z.boolean()]).optional(),
  /** No markdown, URL, emoji, list, ISO date, bracket, or more than six digits in a row. */
  speakability: z
    .union([
      z.strictObject({ digits: z.int().positive().optional(), allow: z.array(z.enum(unspeakableKinds)).optional() }),
      z.boolean(),
    ])
    .optional(),
  /** Two replies in a row, or more than a share of all, that begin with the same words. */
  openers: z
    .union([
      z.strictObject({ words: z.int().positive().optional(), share: z.number().positive().max(1).optional() }),
      z.boolean(),
    ])
    .optional(),
  /** A slot asked for after it was given. */
  askedAgain: z.boolean().optional(),
  /** Given = read back = booked, slot by slot. */
  readBack: z.boolean().optional(),
  /** A commit only after a read-back and the caller's yes. */
  confirm: z.boolean().optional(),
  /** Milliseconds until a reply is over; without a limit they are measured and decide nothing. */
  latency: z.union([percentiles, z.boolean()]).optional(),
  /** Milliseconds until a streamed reply begins; likewise. */
  firstWord: z.union([percentiles, z.boolean()]).optional(),
});
export type SpokenChecks = z.input<typeof spokenChecksSchema>;

export interface SpokenOptions extends MetricOptions {
  checks?: SpokenChecks | undefined;
  /** How slots are asked for, given and booked; name, phone, address, time and zip are there already. */
  slots?: SlotDefinitions | undefined;
  /** The tools that commit to something; by default those that write and are called book, schedule, reserve … */
  commit?: { tools: readonly string[] } | undefined;
  /** What the agent knew before the first exchange, as text by slot, such as from the case's session. */
  known?: ((testCase: Case) => { readonly [slot: string]: string }) | undefined;
}

/** The checks as given, or an error that names what is wrong with them. */
export function parseChecks(name: string, checks: SpokenChecks): SpokenChecks {
  const parsed = spokenChecksSchema.safeParse(checks);
  if (parsed.success) return parsed.data;
  throw new InputError(
    parsed.error.issues.map(({ path, message }) => ({ message: `${name}: checks.${path.join(".")}: ${message}` })),
  );
}
