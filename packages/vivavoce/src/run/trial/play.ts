import { marksIn, sentencesOf, VivaError } from "../../base/index.ts";
import { Interrupted } from "../../conversation/index.ts";
import { ask, type Judge, type Question } from "../../judge/index.ts";
import { ModelError } from "../../model/index.ts";
import type { Case, SimulatedUser, SimulatorFault, Transcript } from "../../shape/index.ts";
import { canariesOf, type OpenTrial, type TrialContext } from "./open.ts";
import { playHere } from "./play-here.ts";

/** How often a conversation that the simulated user spoiled is played again. */
export const usualRetries = 2;

/** A conversation that the simulated user spoiled says nothing about the agent. */
export function isSpoiled({ user, outcome }: Transcript): boolean {
  return outcome.kind !== "infrastructure" && (user?.faults.length ?? 0) > 0;
}

/**
 * Plays a trial until the simulated user keeps to its role, a few times at most. `onSpoiled` takes every attempt that is
 * given up; the last one is returned, spoiled or not. An outage becomes the transcript's outcome, and only an interruption
 * is thrown.
 */
export async function playTrial(
  open: OpenTrial,
  onSpoiled: (attempt: number, transcript: Transcript) => void = () => {},
): Promise<Transcript> {
  const { plan, testCase, judge, signal, replay } = open;
  const { retries = usualRetries, judge: judged = false } = plan.loaded.suite.simulator ?? {};
  try {
    // When it was recorded, the trial could not begin.
    if (replay?.tape.ended && replay.tape.exchanges?.length === 0) throw new Error(replay.tape.ended.message);
    for (let attempt = 1; ; attempt++) {
      let played = redacted(await playAttempt(open, attempt), open);
      if (judged && testCase.user && played.outcome.kind !== "infrastructure" && !isSpoiled(played)) {
        played = await gradeSimulator(played, { script: testCase.script, user: testCase.user }, judge);
        // Interrupted while it was graded, so it is not known whether it counts.
        if (signal.aborted) throw new Interrupted();
      }
      if (!isSpoiled(played) || attempt > retries) return asRecorded(played, replay);
      onSpoiled(attempt, played);
    }
  } catch (error) {
    return asRecorded(unplayable(open, testCase, error), replay);
  }
}

/** One conversation, here or in a process of its own. */
function playAttempt(open: OpenTrial, attempt: number): Promise<Transcript> {
  const { plan, trial, testCase, traffic, seed, timeoutMs, signal, onLate, network, elsewhere } = open;
  const { proxy, standIn } = plan;
  const { suite } = plan.loaded;
  const clock = suite.clock === "real" && !testCase.clock ? ("real" as const) : undefined;
  const { variant, repeat } = trial;
  const limits = { ...suite.limits, ...(timeoutMs === undefined ? {} : { exchangeMs: timeoutMs }) };
  const conversing = { case: testCase, variant, repeat, attempt, seed, limits, proxy, clock, standIn };
  const surrounded = { traffic, signal, onLate, network };
  return elsewhere ? elsewhere.play(plan, conversing, surrounded) : playHere(plan, conversing, surrounded);
}

/** As metrics, store, tapes and reports read it. A canary stays readable, also inside a secret and in another encoding: otherwise it would not be found. */
function redacted(transcript: Transcript, { plan, testCase, traffic, redactor }: OpenTrial): Transcript {
  const answers = traffic.records().flatMap(({ role, answer }) => (role === "judge" ? [] : [answer]));
  const mcp = traffic.mcpRecords?.() ?? [];
  return redactor.first(transcript, {
    given: new Set([...answers, ...mcp].flatMap((said) => [...marksIn(said)])),
    shown: canariesOf(plan, testCase),
    isFinal: true,
  });
}

/** If only the tape knows how the conversation ended, that end is taken: the tape held no more entries by then. */
function asRecorded(transcript: Transcript, replay: OpenTrial["replay"]): Transcript {
  if (!replay) return transcript;
  const outcome = replay.concluded(transcript.outcome);
  const { ended } = replay.tape;
  if (ended?.items === undefined || outcome.kind !== ended.kind || outcome.message !== ended.message)
    return { ...transcript, outcome };
  const cut = transcript.exchanges.map((exchange) =>
    exchange.number === ended.exchange ? { ...exchange, items: exchange.items.slice(0, ended.items) } : exchange,
  );
  return { ...transcript, exchanges: cut, outcome };
}

/** The transcript of a trial that could not begin. */
export function unplayable(
  { trial }: Pick<TrialContext, "trial">,
  testCase: Case | undefined,
  error: unknown,
): Transcript {
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

const menu: Question["menu"] = [
  { verdict: "fits", meaning: "a person like this could well have said it here" },
  {
    verdict: "unlikely",
    meaning: "it leaks what the person cannot know, contradicts the goal, or sounds like an assistant",
  },
];

/**
 * Has the judge check the simulated user's lines as well. It only adds to what code found; if it does not answer, nothing
 * changes.
 */
async function gradeSimulator(
  transcript: Transcript,
  { user, script }: Pick<Case, "script"> & { user: SimulatedUser },
  judge: Judge,
): Promise<Transcript> {
  // The script's lines and the opening line come from the case.
  const own = script.length + (user.opening === undefined ? 0 : 1);
  const record = transcript.user;
  const lines = transcript.exchanges.flatMap(({ number, user: line }) =>
    number > own && line?.content ? [{ number, said: line.content }] : [],
  );
  if (!record || lines.length === 0) return transcript;
  const question: Question = {
    name: "simulator",
    instructions:
      "Each item is a line of the user, who is played by a model. Decide whether the person described in the facts could have said it at this point of the conversation. The agent is not what is judged.",
    items: lines.map(({ number, said }) => ({ id: `u${number}`, text: said, exchange: number })),
    menu,
    facts: [{ id: "person", title: "Who the user is", text: JSON.stringify(user) }],
    evidence: "none",
  };
  try {
    const { samples } = await ask(judge.model("simulator"), question, { transcript, repeat: judge.repeat });
    const faults = (samples[0]?.verdicts ?? []).flatMap(({ id, verdict, reasoning }): SimulatorFault[] => {
      const exchange = lines.find(({ number }) => `u${number}` === id);
      if (verdict !== "unlikely" || !exchange) return [];
      return [{ kind: "judged-unlikely", exchange: exchange.number, reason: reasoning, line: exchange.said }];
    });
    return { ...transcript, user: { ...record, faults: [...record.faults, ...faults] } };
  } catch (error) {
    // A replay that asks something different from what was recorded is not an outage, and must not pass for the recorded trial.
    if (ModelError.is(error) && error.failure === "tape-differs") throw error;
    return transcript;
  }
}
