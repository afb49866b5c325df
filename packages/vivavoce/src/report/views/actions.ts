import { randomBytes } from "node:crypto";
import { z } from "zod";
import { InputError, safeText } from "../../base/index.ts";
import { type Disagreement, type ReviewItem, reviewQueue } from "../../calibration/index.ts";
import { itemKey, type Label, labelSchema, raterKey, raterSchema } from "../../shape/index.ts";
import { trialAt } from "./calls-view.ts";
import { howPlayed } from "./case-view.ts";
import { poolFor } from "./review-view.ts";
import { name, runId, suiteOf, type ViewContext } from "./view.ts";

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
    verdict: labelSchema.shape.verdict,
    reason: z.string().max(10_000).default(""),
  })
  .refine(({ verdict, reason }) => verdict === "pass" || reason.trim() !== "", {
    path: ["reason"],
    message: "a fail and an unclear need a reason",
  });

const label = action({
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
    const about = pool.labels.filter((label) => {
      const same = itemKey(label) === item.key && label.criterionVersion === item.criterionVersion;
      return same && label.transcriptHash === asked.transcriptHash;
    });
    const before = about.find((label) => raterKey(label.rater) === raterKey(rater));
    const { sampled, disagreements } = reviewQueue(pool, { rater }).find(item);
    const { key: _key, chances: _chances, question: _question, disagreements: _all, ...judged } = item;
    const given: Label = {
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
    await context.store.labels.add(given);
    return {
      id: given.id,
      judge: await judgeOn(context, item),
      /** What others said, now that this rater has said theirs. */
      others: about
        .filter((other) => other !== before)
        .map(({ rater, verdict, reason }) => ({ rater: safeText(rater), verdict, reason: safeText(reason) })),
      /** How the item was chosen, in full. */
      sampled: given.sampled,
      disagreements: disagreements.map((one) => disagreementWords[one]),
    };
  },
});

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

const trialOf = { run: runId, suite: z.int().min(0), case: name };

const note = action({
  about: "Keeps a person's note on one exchange.",
  body: z.strictObject({
    ...trialOf,
    trial: z.int().min(0).describe("Its position in the plan."),
    exchange: z.int().min(0),
    author: raterSchema,
    text: z.string().trim().min(1, "write something").max(10_000),
  }),
  async act(context, { exchange, author, text, ...at }) {
    const { trial, address } = await trialAt(context, at);
    if (!trial.transcript.exchanges.some(({ number }) => number === exchange))
      throw new InputError({ message: `there is no exchange ${exchange}`, remedy: "Load the page again." });
    await context.store.notes.add(address, { exchange, author, text, notedAt: Date.now() });
    return {};
  },
});

const play = action({
  about: "Plays a case of a stored run again, if `viva view --allow-run` was given.",
  body: z.strictObject(trialOf),
  async act(context, { case: caseId, ...of }) {
    if (!context.play)
      throw new InputError({
        message: "this page may not play anything",
        remedy: "Copy the command, or start the page with `viva view --allow-run`.",
      });
    const { run, suite } = await suiteOf(context, of);
    const trials = await Array.fromAsync(context.store.values.read(run.id, suite.position, { caseId }));
    // Only what is stored is played: nobody who asks can name anything else.
    if (trials.length === 0 || run.header.given)
      throw new InputError({ message: `run ${run.id} has no case ${caseId} that can be played`, remedy: "" });
    if (/[*?[\]{}()!]/.test(caseId))
      throw new InputError({
        message: `the case's id ${caseId} is also a pattern, which may mean other cases`,
        remedy: "Give the case another id, or copy the command.",
      });
    const { file } = suite.header;
    const variants = trials.map(({ variant }) => variant);
    const flags = howPlayed(run, suite, variants).map((flag) => flag.join("="));
    context.play(["run", file.startsWith("-") ? `./${file}` : file, `--case=${caseId}`, ...flags]);
    return {};
  },
});

/** Every action by its name, which is its address: POST /api/NAME. */
export const actions = { labels: label, notes: note, play };

/** What each action is sent and answers; the page's types. */
export type ActionAnswers = {
  [Name in keyof typeof actions]: {
    body: z.input<(typeof actions)[Name]["body"]>;
    answer: Awaited<ReturnType<(typeof actions)[Name]["act"]>>;
  };
};

/** One thing that the page can change, with its types inferred: what is sent as JSON, and the answer. The server checks who sends it. */
export function action<Body, Answer>(made: {
  /** What it does, in a sentence, for the API's reference. */
  about: string;
  body: z.ZodType<Body>;
  act(context: ViewContext, body: Body): Promise<Answer>;
}) {
  return made;
}
