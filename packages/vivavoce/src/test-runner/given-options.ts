import { z } from "zod";
import { InputError } from "../base/index.ts";
import type { RunOptions } from "../run/index.ts";
import { conversationShape, schemaProblems } from "../suite/index.ts";

/** Where model answers come from; left out: live if every model has its key, otherwise from recordings. */
export type TrafficWish = "live" | "replay" | "record" | "record missing";

const wishes: Readonly<Record<TrafficWish, NonNullable<RunOptions["traffic"]>>> = {
  live: "live",
  replay: "replay",
  record: "record",
  "record missing": "record-missing",
};

/** `VIVA_TRAFFIC` overrides the test, so that recordings can be made without editing it. */
export function trafficOf(
  wish: TrafficWish | undefined,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): RunOptions["traffic"] {
  const set = environment.VIVA_TRAFFIC?.trim() || undefined;
  const given = set ?? wish;
  if (given === undefined) return undefined;
  if (Object.hasOwn(wishes, given)) return wishes[given as TrafficWish];
  throw new InputError({
    message: `${set === undefined ? "traffic" : "VIVA_TRAFFIC"} is ${JSON.stringify(given)}, which is not a known value`,
    remedy: `Set it to one of ${Object.keys(wishes).join(", ")}, or leave it out.`,
  });
}

const names = z.array(z.string().min(1));
const describeShape = z
  .strictObject({
    cases: names,
    tags: names,
    variants: z.record(z.string(), names),
    repeat: z.int().min(1).max(10_000),
    traffic: z.string(),
    concurrent: z.boolean(),
  })
  .partial();
const playShape = conversationShape.extend({
  variant: z.record(z.string(), z.string()).optional(),
  seed: z.int().optional(),
  traffic: z.string().optional(),
});

const forms = {
  cases: 'cases: ["tea", "coffee-*"].',
  tags: 'tags: ["smoke"].',
  variants: 'variants: { prompt: ["v1", "v2"] }.',
  repeat: "repeat: 3.",
  concurrent: "concurrent: true.",
  variant: 'variant: { prompt: "v2" }.',
};

/** Checks what `describeSuite()` or `play()` was given: a misspelt option would be ignored, and a test could pass without it. */
export function checkOptions(of: "describeSuite" | "play", options: object): void {
  const schema: z.ZodObject = of === "play" ? playShape : describeShape;
  const { error } = schema.safeParse(options);
  const subject = `the options of ${of}()`;
  if (error) throw new InputError(schemaProblems(error, { subject, schema, whole: "Give an object.", forms }));
}
