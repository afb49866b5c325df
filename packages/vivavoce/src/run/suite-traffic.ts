import type { Redactor } from "../base/index.ts";
import { withParameterFallback } from "../judge/index.ts";
import {
  type AnswerShelf,
  type FailedCall,
  liveTraffic,
  ModelError,
  missingOf,
  replayTraffic,
  type Tape,
  type Traffic,
  trialCache,
} from "../model/index.ts";
import type { CallRecord } from "../shape/index.ts";
import { chooseVariants } from "../suite/index.ts";
import type { SuitePlan } from "./plan.ts";
import { settled } from "./trial/open.ts";

/** The traffic of calls made once a suite, and the tape it had before. */
interface SuiteTraffic {
  traffic: Traffic;
  tape: Tape | undefined;
  /** When it began, if the judge is really asked. */
  startedAt?: string;
  /** The calls that were really made. */
  made: readonly CallRecord[];
}

/**
 * Live, or from the suite's tape. While recording, the same question is not asked again if the tape has an answer: the
 * recordings of all cases depend on these answers.
 */
export async function openSuiteTraffic(
  plan: SuitePlan,
  { journal, redactor, cache }: { journal: readonly CallRecord[]; redactor: Redactor; cache?: AnswerShelf | undefined },
): Promise<SuiteTraffic> {
  const { models, mode } = plan;
  const tape = mode.kind === "live" ? undefined : await findTape(plan);
  if (mode.kind === "replay" || (mode.kind === "record" && mode.onlyMissing && tape && !tape.failures)) {
    if (!tape) throw noSteps(plan);
    const replay = replayTraffic({ tape, modelId: () => models.id("judge"), redactor });
    return { traffic: settled(replay, models), tape, made: [] };
  }
  const made: CallRecord[] = [];
  const live = liveTraffic({
    modelFor: () => withParameterFallback(models.open("judge")),
    redactor,
    onRecord: (record) => void made.push(record),
    journal: journal.length > 0 ? journal : (tape?.records ?? []),
    cache: cache ? trialCache(cache, { suite: plan.loaded.suite.name }) : undefined,
    serverOf: () => models.server("judge"),
  });
  return { traffic: settled(live, models), tape, startedAt: live.startedAt, made };
}

/**
 * Puts the calls on the tape of every recorded variant; a tape that has them already stays as it is. For a metric whose
 * steps were not made, only the reason is kept, so that its judge is asked again when the tape is completed.
 */
export async function keepSuiteTape(
  plan: SuitePlan,
  { traffic, tape, startedAt, made }: SuiteTraffic,
  failed: ReadonlyMap<string, unknown>,
): Promise<void> {
  if (plan.mode.kind !== "record") return;
  const isNew = tape === undefined || made.length > 0 || failed.size > 0;
  const records = traffic.records().filter(({ label }) => !failed.has(label));
  const failures = [...failed].map(
    ([label, error]): FailedCall => ({ role: "judge", label, index: 0, missing: missingOf(error) }),
  );
  const kept: Tape = isNew ? { origin: "recorded", repeat: 1, startedAt, records, failures } : tape;
  for (const { variant } of plan.variants) {
    if (isNew || !(await plan.cassette.readSuite(variant))) await plan.cassette.writeSuite(variant, kept);
  }
}

/** The tape of the first chosen variant that has one, or of any other: steps do not depend on the agent's variant. */
async function findTape({ cassette, variants, loaded }: SuitePlan): Promise<Tape | undefined> {
  const { variants: offered = {} } = loaded.suite;
  for (const variant of [...variants.map((chosen) => chosen.variant), ...chooseVariants(offered, offered)]) {
    const tape = await cassette.readSuite(variant);
    if (tape) return tape;
  }
  return undefined;
}

function noSteps({ loaded, mode }: SuitePlan): ModelError {
  const key = mode.kind === "replay" ? mode.missingKey : undefined;
  const pin = "Pin them with `viva steps --write`, give them in the suite, or record with --record.";
  return new ModelError({
    failure: "no-tape",
    message: `suite ${loaded.suite.name} has metrics that need evaluation steps, but no recording of the steps${key ? `; ${key} is not set` : ""}`,
    remedy: key ? `Set ${key}, or do this where it is set: ${pin}` : pin,
  });
}
