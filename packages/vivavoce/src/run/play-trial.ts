import { relative } from "node:path";
import type { Variant } from "../agent/index.ts";
import { marksIn, type Redactor, sentencesOf, VivaError } from "../base/index.ts";
import type { Case } from "../case/index.ts";
import { withParameterFallback } from "../judge/index.ts";
import {
  type AnswerShelf,
  type CallRecord,
  type LiveTraffic,
  liveTraffic,
  ModelError,
  type ReplayTraffic,
  type Role,
  replayTraffic,
  type Tape,
  type Traffic,
  trialCache,
  type WireRequest,
  withSettings,
} from "../model/index.ts";
import { suiteMcp } from "../suite/index.ts";
import type { Transcript } from "../transcript/index.ts";
import type { PlannedTrial, SuitePlan } from "./plan.ts";
import type { Elsewhere, ToPlay } from "./play-elsewhere.ts";
import { playHere } from "./play-here.ts";
import { wireLabel } from "./suite-wire.ts";

/** What a trial needs from the run it belongs to. */
export interface TrialSurroundings {
  redactor: Redactor;
  seed: number;
  timeoutMs: number | undefined;
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

/** The traffic of one trial: `live` if models are really asked, `replay` if a tape answers. */
export interface TrialTraffic {
  traffic: Traffic;
  live?: LiveTraffic;
  replay?: Replay;
}
export type Replay = ReplayTraffic & { tape: Tape };

/** Live, at once, or from the trial's own tape; a repeat without its own tape is an error, never another one's. */
export function openTraffic(
  plan: SuitePlan,
  trial: PlannedTrial,
  around: TrialSurroundings,
  testCase?: Case,
): TrialTraffic | Promise<TrialTraffic> {
  const redactor = lookingFor(canariesOf(plan, testCase), around.redactor);
  return plan.mode.kind === "live" ? openLive(plan, trial, around, redactor) : openTaped(plan, trial, around, redactor);
}

async function openTaped(
  plan: SuitePlan,
  trial: PlannedTrial,
  around: TrialSurroundings,
  redactor: Redactor,
): Promise<TrialTraffic> {
  const { models, mode, cassette } = plan;
  const tapes = await cassette.read(trial.variant, trial.caseId);
  const tape = tapes.find(({ repeat }) => repeat === trial.repeat) ?? emptyTape(plan, trial);
  const file = tapeFile(plan, trial);
  if (tape && (mode.kind !== "record" || (mode.onlyMissing && tape.incomplete === undefined))) {
    const modelId = (role: Role, label?: string) => models.id(modelName(role, label));
    const label = (request: WireRequest) => wireLabel(models.choices, request);
    const matchers = plan.loaded.suite.replay;
    const replay = replayTraffic({ tape, file, modelId, wireLabel: label, matchers, redactor });
    return { traffic: settled(replay, models), replay: { ...replay, tape } };
  }
  if (mode.kind === "record") return openLive(plan, trial, around, redactor);
  throw new ModelError({
    failure: "no-tape",
    message: `case ${trial.caseId} has no tape for repeat ${trial.repeat} in ${file}`,
    remedy: 'Record it with --record missing; in a test runner with VIVA_TRAFFIC="record missing".',
  });
}

function openLive(
  plan: SuitePlan,
  { caseId, variant, repeat }: PlannedTrial,
  { onRecord, onSent, journal, cache: shelf }: TrialSurroundings,
  redactor: Redactor,
): TrialTraffic {
  const { models } = plan;
  // Below the recording, so that a tape does not depend on what a provider refuses.
  const modelFor = (role: Role, label?: string) => {
    const model = models.open(modelName(role, label));
    return role === "agent" ? model : withParameterFallback(model);
  };
  const scope = { suite: plan.loaded.suite.name, case: caseId, variant: { ...variant }, repeat };
  const cache = shelf ? trialCache(shelf, scope) : undefined;
  const serverOf = (role: Role, label?: string) => models.server(modelName(role, label));
  const live = liveTraffic({ modelFor, wireFor: models.wire, redactor, onRecord, onSent, journal, cache, serverOf });
  return { traffic: settled(live, models), live };
}

/** Stands for a tape that is missing and perhaps not needed. */
function emptyTape({ mode, unrecorded }: SuitePlan, { repeat }: PlannedTrial): Tape | undefined {
  return unrecorded && mode.kind === "replay" ? { origin: "recorded", repeat, records: [] } : undefined;
}

/** Relative to the suite's folder, so that results do not depend on the project's place. */
export function tapeFile({ loaded, cassette }: SuitePlan, { variant, caseId }: PlannedTrial): string {
  return relative(loaded.folder, cassette.path(variant, caseId)).replaceAll("\\", "/");
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
  const { limits: ownLimits, world, invariants, clock, mocks, ends, failed } = plan.loaded.suite;
  const { seed, signal, timeoutMs, onLate, network, elsewhere } = around;
  const limits = { ...ownLimits, ...(timeoutMs === undefined ? {} : { exchangeMs: timeoutMs }) };
  const { variant, repeat } = trial;
  const { proxy } = plan;
  const conversing = { case: testCase, variant, repeat, attempt, seed, limits, proxy, clock, standIn: plan.standIn };
  const surrounded = { traffic, signal, onLate, network };
  const transcript = await (elsewhere
    ? elsewhere.play(toPlay(plan, variant), conversing, surrounded)
    : playHere(
        {
          agent: () => plan.agent(variant),
          ...{ world, invariants, mocks, ends, failed, mcp: suiteMcp(plan.loaded), network: plan.network },
          root: plan.loaded.root ?? plan.loaded.folder,
        },
        conversing,
        surrounded,
      ));
  return redactedTranscript(transcript, plan, testCase, traffic, around.redactor);
}

/** If only the tape knows how the conversation ended, that end is taken: the tape held no more entries by then. */
export function asRecorded(transcript: Transcript, { tape, concluded }: Replay): Transcript {
  const outcome = concluded(transcript.outcome);
  const { ended } = tape;
  if (ended?.items === undefined || outcome.kind !== ended.kind || outcome.message !== ended.message)
    return { ...transcript, outcome };
  const cut = transcript.exchanges.map((exchange) =>
    exchange.number === ended.exchange ? { ...exchange, items: exchange.items.slice(0, ended.items) } : exchange,
  );
  return { ...transcript, exchanges: cut, outcome };
}

/** The canaries: planted texts that the agent must not repeat. */
export function canariesOf({ metrics }: Pick<SuitePlan, "metrics">, testCase: Case | undefined): string[] {
  return [...(testCase?.expect.safety?.canaries ?? []), ...metrics.flatMap((metric) => metric.canaries ?? [])];
}

/** A canary stays readable on a tape too, inside a secret and in any encoding, so that a replay can find it. */
function lookingFor(shown: readonly string[], redactor: Redactor): Redactor {
  if (shown.length === 0) return redactor;
  return { ...redactor, first: (value, options) => redactor.first(value, { ...options, shown }) };
}

/**
 * The redacted transcript that metrics, store, tapes and reports read. A canary stays readable, also inside a secret and
 * in another encoding: otherwise it would not be found.
 */
function redactedTranscript(
  transcript: Transcript,
  plan: SuitePlan,
  testCase: Case,
  traffic: Traffic,
  redactor: Redactor,
): Transcript {
  const records = traffic.records();
  const answers = records.flatMap(({ role, answer }) => (role === "judge" ? [] : [answer]));
  const mcp = traffic.mcpRecords?.() ?? [];
  return redactor.first(transcript, {
    given: answers.length + mcp.length > 0 ? marksIn([answers, mcp]) : new Set(),
    shown: canariesOf(plan, testCase),
    isFinal: true,
  });
}

function toPlay({ loaded, models, network, capture, agent }: SuitePlan, variant: Variant): ToPlay {
  const { name, version } = agent(variant);
  return { file: loaded.file, models: Object.keys(models.choices), agent: { name, version }, network, capture };
}

/** The transcript of a trial that could not begin. */
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
    outcome: {
      kind: "infrastructure",
      message: sentencesOf(error),
      ...(ModelError.is(error) && error.failure === "no-tape" ? { cause: "no-tape" } : {}),
    },
  };
}
