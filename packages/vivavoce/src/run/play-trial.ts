import { relative } from "node:path";
import { marksIn, type Redactor, sentencesOf, VivaError } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import { openWorld, playCase } from "../conversation/index.ts";
import { withParameterFallback } from "../judge/index.ts";
import {
  type CallRecord,
  type LiveTraffic,
  liveTraffic,
  ModelError,
  type Role,
  replayTraffic,
  type Traffic,
  withSettings,
} from "../model/index.ts";
import type { Transcript } from "../transcript/index.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";

/** What a trial needs from the run it belongs to. */
export interface TrialSurroundings {
  redactor: Redactor;
  seed: number;
  timeoutMs: number | undefined;
  signal: AbortSignal;
  /** Answers of an attempt that was cut off. */
  journal: readonly CallRecord[];
  onRecord(record: CallRecord): void;
  /** Told of what an agent does when its trial is over. */
  onLate?: ((complaint: string) => void) | undefined;
  /** Whether an agent of this run makes connections of its own. */
  network?: { used: boolean } | undefined;
}

/** The traffic of one trial; `live` where models are really asked. */
export interface TrialTraffic {
  traffic: Traffic;
  live?: LiveTraffic;
}

/** Live, or from the trial's own tape; a repeat without its own tape is an error, never another one's. */
export async function openTraffic(
  plan: SuitePlan,
  trial: PlannedTrial,
  around: TrialSurroundings,
  testCase?: Case,
): Promise<TrialTraffic> {
  const { models, mode, cassette } = plan;
  const redactor = lookingFor(canariesOf(plan, testCase), around.redactor);
  if (mode.kind !== "live") {
    const tape = (await cassette.read(trial.variant, trial.caseId)).find(({ repeat }) => repeat === trial.repeat);
    const replay = mode.kind === "replay" || mode.onlyMissing;
    // From the suite's folder, so that results do not depend on where the project lies.
    const file = relative(plan.loaded.folder, cassette.path(trial.variant, trial.caseId)).replaceAll("\\", "/");
    if (tape && replay) {
      const modelId = (role: Role, label?: string) => models.id(modelName(role, label));
      return { traffic: settled(replayTraffic({ tape, file, modelId, redactor }), models) };
    }
    if (mode.kind === "replay") {
      throw new ModelError({
        failure: "no-tape",
        message: `case ${trial.caseId} has no tape for repeat ${trial.repeat} in ${file}`,
        remedy: "Record it with --record missing.",
      });
    }
  }
  // Below the recording, so that a tape does not depend on what a provider refuses.
  const modelFor = (role: Role, label?: string) => {
    const model = models.open(modelName(role, label));
    return role === "agent" ? model : withParameterFallback(model);
  };
  const { onRecord, journal } = around;
  const live = liveTraffic({ modelFor, redactor, onRecord, journal });
  return { traffic: settled(live, models), live };
}

/** The name a suite gives to the model behind a role; a judge's label may name another judge: "criteria@strict". */
function modelName(role: Role, label = ""): string {
  return role === "agent" ? label || "agent" : role === "judge" ? (label.split("@")[1] ?? "judge") : role;
}

/** Puts each model's settings into its requests, so that they are part of what is recorded and compared. */
export function settled(traffic: Traffic, models: SuitePlan["models"]): Traffic {
  const model: Traffic["model"] = (role, label) =>
    withSettings(traffic.model(role, label), models.settings(modelName(role, label)));
  return { ...traffic, model };
}

/** Plays one trial. An outage becomes the transcript's outcome; only an interruption is thrown. */
export async function playTrial(
  plan: SuitePlan,
  trial: PlannedTrial,
  testCase: Case,
  traffic: Traffic,
  around: TrialSurroundings,
  attempt = 1,
): Promise<Transcript> {
  const { suite } = plan.loaded;
  const { seed, signal, timeoutMs } = around;
  const agent = plan.agent(trial.variant);
  const limits = { ...suite.limits, ...(timeoutMs === undefined ? {} : { exchangeMs: timeoutMs }) };
  const world = openWorld(suite.world, testCase);
  const { variant, repeat } = trial;
  const transcript = await playCase(agent, testCase, {
    world,
    variant,
    repeat,
    attempt,
    traffic,
    seed,
    limits,
    signal,
    onLate: around.onLate,
    network: around.network,
  });
  return redactedTranscript(transcript, plan, testCase, traffic, around.redactor);
}

/** Texts that must stay where they are. */
function canariesOf({ metrics }: SuitePlan, testCase: Case | undefined): string[] {
  return [...(testCase?.expect.safety?.canaries ?? []), ...metrics.flatMap((metric) => metric.canaries ?? [])];
}

/** A canary that is a secret has its own mark on a tape too, in whatever form it was said: a replay has to find it. */
function lookingFor(lookedFor: readonly string[], redactor: Redactor): Redactor {
  return { ...redactor, first: (value, options) => redactor.first(value, { ...options, lookedFor }) };
}

/**
 * The transcript as everybody reads it, from now on: metrics, store, tapes, reports. A canary stays readable, also
 * inside a secret and in another form, as it would not be found otherwise.
 */
function redactedTranscript(
  transcript: Transcript,
  plan: SuitePlan,
  testCase: Case,
  traffic: Traffic,
  redactor: Redactor,
): Transcript {
  const answers = traffic.records().flatMap(({ role, answer }) => (role === "judge" ? [] : [answer]));
  return redactor.first(transcript, { given: marksIn(answers), shown: canariesOf(plan, testCase) });
}

/** The transcript of a trial that could not even begin. */
export function unplayable(trial: PlannedTrial, testCase: Case | undefined, error: unknown): Transcript {
  if (VivaError.isInstance(error) && error.name === "Interrupted") throw error;
  return {
    version: 2,
    case: trial.caseId,
    variant: { ...trial.variant },
    repeat: trial.repeat,
    agent: { name: "", version: "" },
    history: testCase?.history ?? [],
    exchanges: [],
    outcome: { kind: "infrastructure", message: sentencesOf(error) },
  };
}
