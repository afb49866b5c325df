import { randomBytes } from "node:crypto";
import { z } from "zod";
import { InputError, safeText } from "../../base/index.ts";
import { type Disagreement, type ReviewItem, reviewQueue } from "../../calibration/index.ts";
import { itemKey, type Label, labelVerdicts, raterKey, raterSchema } from "../../shape/index.ts";
import { poolFor } from "./review-view.ts";
import { name, runId, type ViewContext } from "./view.ts";

const body = z
  .strictObject({
    rater: raterSchema,
    item: z.strictObject({
      run: runId,
      suite: z.int().min(0),
      trial: name,
      metric: name,
      criterion: z.string().max(2_000),
      criterionVersion: name,
      transcriptHash: name,
    }),
    verdict: z.enum(labelVerdicts),
    reason: z.string().max(10_000).default(""),
  })
  .refine(({ verdict, reason }) => verdict === "pass" || reason.trim() !== "", {
    path: ["reason"],
    message: "a fail and an unclear need a reason",
  });

export const labelAction = action({
  about: "Keeps what a person says about one criterion of one conversation, and answers what the judge said.",
  body,
  async act(context, { rater, item: { suite: position, ...asked }, verdict, reason }) {
    const stored = await context.store.runs.find(asked.run);
    const suite = stored.suites.find((one) => one.position === position)?.name;
    const pool = await poolFor(context, { run: stored.id, suite });
    const item = pool.items.find((one) => one.key === itemKey({ ...asked, suitePosition: position }));
    const hashes = await context.store.trials.transcriptHashes(stored.id, position, [asked.trial]);
    if (!item || item.criterionVersion !== asked.criterionVersion || hashes.get(asked.trial) !== asked.transcriptHash)
      throw new InputError({
        message: "the conversation or the criterion has changed since it was shown; the label was not kept",
        remedy: "Load the page again.",
      });
    const about = pool.labels.filter((label) => isAbout(label, item, asked.transcriptHash));
    const before = about.find((label) => raterKey(label.rater) === raterKey(rater));
    const { sampled, disagreements } = reviewQueue(pool, { rater }).find(item);
    const { key: _key, chances: _chances, question: _question, disagreements: _all, ...judged } = item;
    const label: Label = {
      id: randomBytes(8).toString("hex"),
      ...judged,
      transcriptHash: asked.transcriptHash,
      rater,
      // A correction in the same millisecond is still the newer one.
      labelledAt: Math.max(Date.now(), (before?.labelledAt ?? 0) + 1),
      verdict,
      reason: reason.trim(),
      ...(before ? { sighted: true as const } : {}),
      sampled: before?.sampled ?? sampled,
    };
    await context.store.labels.add(label);
    return {
      id: label.id,
      judge: await judgeOn(context, item),
      /** What others said, now that this rater has said theirs. */
      others: about
        .filter((other) => other !== before)
        .map(({ rater, verdict, reason }) => ({ rater: safeText(rater), verdict, reason: safeText(reason) })),
      /** How the item was chosen, in full. */
      sampled: label.sampled,
      disagreements: disagreements.map((one) => disagreementWords[one]),
    };
  },
});

function isAbout(label: Label, item: ReviewItem, transcriptHash: string): boolean {
  const same = itemKey(label) === item.key && label.criterionVersion === item.criterionVersion;
  return same && label.transcriptHash === transcriptHash;
}

const disagreementWords: Record<Disagreement, string> = {
  samples: "the judge was asked more than once and gave different verdicts",
  repeats: "the judge's verdicts on the repeats of this case differ",
  label: "somebody labelled this criterion of this case differently",
  code: "all metrics decided by code say the opposite",
};

/** The judge's verdict in its own words; for a metric as a whole, its value. */
async function judgeOn({ store }: ViewContext, item: ReviewItem) {
  const { run, suitePosition: suite, trial, metric, criterion, judged } = item;
  const score = (await store.trials.find({ run, suite, trial }))?.scores.find((one) => one.metric === metric);
  if (score?.status !== "scored") return { judged, verdict: "", reason: "", evidence: [] };
  const check = score.checks.find(({ id }) => id === criterion);
  if (!check) return { judged, verdict: score.value.toFixed(2), reason: "", evidence: [] };
  const { verdict, reason, evidence } = check;
  const quotes = evidence.map(({ text, exchange }) => ({ text: safeText(text), exchange }));
  return { judged, verdict: safeText(verdict), reason: safeText(reason), evidence: quotes };
}

/** Every action by its name, which is its address: POST /api/NAME. */
export const actions = {
  labels: labelAction,
};

type ActionName = keyof typeof actions;

/** What each action is sent and answers; the page's types. */
export type ActionAnswers = {
  [Name in ActionName]: {
    body: z.input<(typeof actions)[Name]["body"]>;
    answer: Awaited<ReturnType<(typeof actions)[Name]["act"]>>;
  };
};

/** One thing that the page can change: what is sent as JSON, and the answer. The server checks who sends it. */
export interface Action<Body, Answer> {
  /** What it does, in a sentence, for the API's reference. */
  about: string;
  body: z.ZodType<Body>;
  act(context: ViewContext, body: Body): Promise<Answer>;
}

/** An action, with its types inferred. */
export function action<Body, Answer>(made: Action<Body, Answer>): Action<Body, Answer> {
  return made;
}
