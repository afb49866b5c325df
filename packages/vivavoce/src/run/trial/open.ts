import { relative } from "node:path";
import { type Redactor, systemClock } from "../../base/index.ts";
import { type Judge, withParameterFallback } from "../../judge/index.ts";
import {
  type AnswerShelf,
  liveTraffic,
  ModelError,
  type ReplayTraffic,
  replayTraffic,
  type Tape,
  type Traffic,
  trialCache,
  wireLabel,
  withSettings,
} from "../../model/index.ts";
import type { CallRecord, Case, Role } from "../../shape/index.ts";
import type { PlannedTrial, SuitePlan } from "../plan.ts";
import type { Turn } from "../schedule.ts";
import type { Elsewhere } from "./play-elsewhere.ts";

/** One trial: what is played, and what it needs from the run that it belongs to. */
export interface TrialContext {
  plan: SuitePlan;
  trial: Pick<PlannedTrial, "caseId" | "variant" | "repeat">;
  redactor: Redactor;
  /** Lets a replay begin in the order of the plan; left out if the order does not matter. */
  turn?: Turn | undefined;
  seed: number;
  /** How long an exchange may take, if not as long as the suite says. */
  timeoutMs?: number | undefined;
  signal: AbortSignal;
  /** Answers of an attempt that was cut off. */
  journal: readonly CallRecord[];
  /** Answers of earlier runs, for trials that are played live; left out: every call is made. */
  cache?: AnswerShelf | undefined;
  onRecord(record: CallRecord): void;
  /** Called for every request that is sent to a model. */
  onSent?: (() => void) | undefined;
  /** Called with what an agent does after its trial. */
  onLate?: ((complaint: string, status?: "errored") => void) | undefined;
  /** Whether an agent of this run makes connections of its own. */
  network?: { used: boolean } | undefined;
  /** Plays the conversation in another process, if set. */
  elsewhere?: Pick<Elsewhere, "play"> | undefined;
}

/** A trial that can be played and scored: `live` if models are really asked, `replay` if a tape answers. */
export interface OpenTrial extends TrialContext {
  testCase: Case;
  traffic: Traffic;
  judge: Judge;
  live?: ReturnType<typeof liveTraffic>;
  replay?: ReplayTraffic & { tape: Tape };
}

/** Live, at once, or from the trial's own tape; a repeat without its own tape is an error, never another one's. */
export function openTrial(context: TrialContext, testCase: Case): OpenTrial | Promise<OpenTrial> {
  const redactor = lookingFor(canariesOf(context.plan, testCase), context.redactor);
  return context.plan.mode.kind === "live"
    ? openLive(context, testCase, redactor)
    : openTaped(context, testCase, redactor);
}

async function openTaped(context: TrialContext, testCase: Case, redactor: Redactor): Promise<OpenTrial> {
  const { plan, trial } = context;
  const { models, mode, cassette } = plan;
  const tapes = await cassette.read(trial.variant, trial.caseId);
  await context.turn?.begin();
  const tape = tapes.find(({ repeat }) => repeat === trial.repeat) ?? emptyTape(plan, trial.repeat);
  const file = tapeFile(context);
  if (tape && (mode.kind !== "record" || (mode.onlyMissing && tape.incomplete === undefined))) {
    const modelId = (role: Role, label?: string) => models.id(modelName(role, label));
    const matchers = plan.loaded.suite.replay;
    const replay = replayTraffic({
      tape,
      file,
      modelId,
      wireLabel: (request) => wireLabel(models.choices, request),
      matchers,
      redactor,
      startsAt: startOf(plan, testCase),
    });
    return opened(context, testCase, { traffic: replay, replay: { ...replay, tape } });
  }
  if (mode.kind === "record") return openLive(context, testCase, redactor);
  throw new ModelError({
    failure: "no-tape",
    message: `case ${trial.caseId} has no tape for repeat ${trial.repeat} in ${file}`,
    remedy: 'Record it with --record missing; in a test runner with VIVA_TRAFFIC="record missing".',
  });
}

function openLive(context: TrialContext, testCase: Case, redactor: Redactor): OpenTrial {
  const { plan, trial, onRecord, onSent, journal, cache: shelf } = context;
  const { models } = plan;
  // Below the recording, so that a tape does not depend on what a provider refuses.
  const modelFor = (role: Role, label?: string) => {
    const model = models.open(modelName(role, label));
    return role === "agent" ? model : withParameterFallback(model);
  };
  const { caseId, variant, repeat } = trial;
  const scope = { suite: plan.loaded.suite.name, case: caseId, variant: { ...variant }, repeat };
  const cache = shelf ? trialCache(shelf, scope) : undefined;
  const serverOf = (role: Role, label?: string) => models.server(modelName(role, label));
  const clock = { now: () => startOf(plan, testCase) ?? systemClock.now() };
  const live = liveTraffic({
    modelFor,
    wireFor: models.wire,
    redactor,
    onRecord,
    onSent,
    journal,
    cache,
    serverOf,
    clock,
  });
  return opened(context, testCase, { traffic: live, live });
}

type Answering = Pick<OpenTrial, "traffic" | "live" | "replay">;

function opened(context: TrialContext, testCase: Case, given: Answering): OpenTrial {
  const { plan, trial, signal } = context;
  const traffic = settled(given.traffic, plan.models);
  return { ...context, testCase, ...given, traffic, judge: judgeOf(traffic, { repeat: trial.repeat, signal }) };
}

/** The judge of one trial: its calls go over the trial's traffic, under the metric's name, and end with the run. */
export function judgeOf(
  traffic: Pick<Traffic, "model">,
  { repeat, signal }: { repeat: number; signal: AbortSignal },
): Judge {
  return {
    repeat,
    model(metric, name) {
      const model = traffic.model("judge", name === undefined ? metric : `${metric}@${name}`);
      return {
        id: model.id,
        settings: model.settings,
        call: (request, options) => model.call(request, { signal, ...options }),
      };
    },
  };
}

/** The time at which the case or the suite lets the trial begin, in milliseconds since 1970; undefined if now. */
function startOf({ loaded }: SuitePlan, testCase: Case): number | undefined {
  const { clock } = loaded.suite;
  const now = testCase.clock?.now ?? (typeof clock === "object" ? clock.now : undefined);
  return now === undefined ? undefined : Date.parse(now);
}

/** Stands for a tape that is missing and perhaps not needed. */
function emptyTape({ mode, unrecorded }: SuitePlan, repeat: number): Tape | undefined {
  return unrecorded && mode.kind === "replay" ? { origin: "recorded", repeat, records: [] } : undefined;
}

/** Relative to the suite's folder, so that results do not depend on the project's place. */
export function tapeFile({ plan: { loaded, cassette }, trial }: Pick<TrialContext, "plan" | "trial">): string {
  return relative(loaded.folder, cassette.path(trial.variant, trial.caseId)).replaceAll("\\", "/");
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

/** The canaries: planted texts that the agent must not repeat. */
export function canariesOf({ metrics }: Pick<SuitePlan, "metrics">, testCase: Case): string[] {
  return [...(testCase.expect.safety?.canaries ?? []), ...metrics.flatMap((metric) => metric.canaries ?? [])];
}

/** A canary stays readable on a tape too, inside a secret and in any encoding, so that a replay can find it. */
function lookingFor(shown: readonly string[], redactor: Redactor): Redactor {
  if (shown.length === 0) return redactor;
  return { ...redactor, first: (value, options) => redactor.first(value, { ...options, shown }) };
}
