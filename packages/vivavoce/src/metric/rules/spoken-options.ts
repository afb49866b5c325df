import { z } from "zod";
import type { Case } from "../../shape/index.ts";
import { type Locale, type SlotDefinitions, unspeakableKinds } from "../../spoken/index.ts";
import type { MetricOptions } from "../types.ts";

const percentiles = z.strictObject({
  p50: z.number().positive().optional().describe("The median: half of the replies may have at most this."),
  p95: z.number().positive().optional().describe("The 95th percentile: 95 % of the replies may have at most this."),
});

/** What is checked. `false` turns a check off; checks that are not named run with their defaults. */
export const spokenChecksSchema = z.strictObject({
  words: z
    .union([percentiles, z.boolean()])
    .optional()
    .describe("Words per reply. Without a limit they are only measured."),
  questions: z
    .union([z.int().nonnegative(), z.boolean()])
    .optional()
    .describe("How many questions a reply may ask; 1 by default."),
  speakability: z
    .union([
      z.strictObject({
        digits: z.int().positive().optional().describe("How many digits in a row may be spoken; 6 if left out."),
        allow: z.array(z.enum(unspeakableKinds)).optional().describe("Kinds of unspeakable text that are allowed."),
      }),
      z.boolean(),
    ])
    .optional()
    .describe(
      "No markdown, URL, emoji, list, ISO date, bracket, placeholder, name from the code, sign for the eye, speaker's label, or more than six digits in a row.",
    ),
  openers: z
    .union([
      z.strictObject({
        words: z.int().positive().optional().describe("How many words count as the beginning."),
        share: z.number().positive().max(1).optional().describe("The share of replies that may begin alike."),
      }),
      z.boolean(),
    ])
    .optional()
    .describe("Two replies in a row, or more than a share of all, that begin with the same words."),
  askedAgain: z.boolean().optional().describe("A slot asked for after it was given."),
  readBack: z.boolean().optional().describe("Given = read back = booked, slot by slot."),
  confirm: z.boolean().optional().describe("A commit only after a read-back and the caller's yes."),
  latency: z
    .union([percentiles, z.boolean()])
    .optional()
    .describe("Milliseconds until the end of a reply. Without a limit they are only measured."),
  firstWord: z
    .union([percentiles, z.boolean()])
    .optional()
    .describe("Milliseconds until a streamed reply begins. Without a limit they are only measured."),
});
/** What is checked. `false` turns a check off; checks that are not named run with their defaults. */
type SpokenChecks = z.input<typeof spokenChecksSchema>;

/** Options of `spoken`. */
export interface SpokenOptions extends MetricOptions {
  /** What is checked. `false` turns a check off; checks that are not named run with their defaults. */
  checks?: SpokenChecks | undefined;
  /** How slots are asked for, given and booked; name, phone, address, time and zip are there already. */
  slots?: SlotDefinitions | undefined;
  /** Kinds of the suite's own, by name: a pattern for codes of letters and digits, `{ order: /^[A-Z]{2}\d{6}$/ }`. */
  kinds?: { readonly [name: string]: string | RegExp } | undefined;
  /** The tools that commit to something; by default those that write and are called book, schedule, reserve … */
  commit?: { tools: readonly string[] } | undefined;
  /** What the agent knew before the first exchange, as text by slot, such as from the case's session. */
  known?: ((testCase: Case) => { readonly [slot: string]: string }) | undefined;
  /**
   * The moment of the call, as an ISO date-time, a `Date` or a function of the case, so that "tomorrow" is a date.
   * Without it, days that depend on it are shown as undecided.
   */
  now?: string | Date | ((testCase: Case) => string | Date | undefined) | undefined;
  /**
   * The time zone of the caller, by its IANA name. If left out, the date of the call is that of `now` as it is written,
   * and bookings in UTC are not compared.
   */
  zone?: string | undefined;
  /**
   * The smallest share of the checks on values and on the caller's yes that have to come to a decision, from 0 to 1. With
   * less, the metric fails, whatever its value. If left out, undecided checks are only shown.
   */
  minCoverage?: number | undefined;
  /** What becomes of rows that code cannot decide: only shown (the default), or one question to the judge for each. */
  undecided?: "show" | "judge" | undefined;
  /** The language of the calls; US English if left out. What it cannot read is shown as undecided. */
  locale?: Locale | undefined;
}
