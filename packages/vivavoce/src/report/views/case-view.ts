import { z } from "zod";
import { InputError, plural, safeText, shellWord, visibleText, writtenYaml } from "../../base/index.ts";
import type { Case, StoredRun, StoredSuite, Transcript, Variant } from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";
import { urgency } from "../status-marks.ts";
import { clip } from "./page-text.ts";
import { conversationView, trialView } from "./trial-view.ts";
import { name, runId, suiteOf, view, wholeNumber } from "./view.ts";

/** One trial of a case, with its conversation. */
type CaseTrial = ReturnType<typeof trialView> & {
  /** Its place in the plan: the trial's address. */
  position: number;
  repeat: number;
  /** The conversations that the simulated user spoiled before this one. */
  spoiled: ReturnType<typeof conversationView>[];
  /** What people noted about its exchanges. */
  remarks: { exchange: number; author: string; notedAt: number; text: string }[];
};

export const caseView = view({
  about: "One case of a run: every trial with its conversation and scores.",
  query: z.object({ run: runId, suite: wholeNumber, case: name }),
  async answer(context, { case: caseId, ...of }) {
    const { run, suite } = await suiteOf(context, of);
    const { trials: stored, notes } = context.store;
    const all = await Array.fromAsync(stored.read(run.id, suite.position, { caseId }));
    const [first] = all;
    if (!first)
      throw new InputError({
        message: `run ${run.id} has no case ${caseId}`,
        remedy: "The run's page lists its cases.",
      });
    const keys = all.map(({ trial }) => trial);
    const spoiled = await stored.spoiled(run.id, suite.position, keys);
    const trials: CaseTrial[] = [];
    for (const trial of all) {
      const remarks = await notes.of({ run: run.id, suite: suite.position, trial: trial.trial });
      trials.push({
        ...trialView(trial),
        position: trial.position,
        repeat: trial.repeat,
        remarks: remarks.map((one) => ({ ...one, author: safeText(one.author), text: safeText(one.text) })),
        spoiled: (spoiled.get(trial.trial) ?? []).map((attempt) => conversationView(attempt)),
      });
    }
    const played = await stored.playedCase(run.id, suite.position, first);
    const word = shellWord(caseId);
    const variants = all.map(({ variant }) => variant);
    const again = howPlayed(run, suite, variants).map(([flag, ...value]) => [flag, ...value.map(shellWord)].join(" "));
    return {
      id: caseId,
      run: run.id,
      title: visibleText(first.title),
      tags: first.tags.map(visibleText),
      /** The id as it is shown. */
      name: visibleText(caseId),
      suite: suite.name,
      status: urgency.find((status) => trials.some((trial) => trial.status === status)) ?? "pending",
      trials,
      /** What it gives the agent and what it expects. */
      asked: askedView(played, first.transcript),
      /** The case, as far as the store knows it. */
      yaml: safeText(caseYaml(first, { run: run.id, file: suite.header.file, played })),
      /** Whether the page may play it again. */
      playable: context.play !== undefined && !run.header.given,
      commands: {
        show: `${context.invocation} show ${run.id} ${word}`,
        // Given transcripts cannot be played again.
        ...(run.header.given
          ? {}
          : { run: [context.invocation, "run", shellWord(suite.header.file), "--case", word, ...again].join(" ") }),
      },
    };
  },
});

/** The flags that play a case the way that its trials were played: another variant or agent would be another exam. */
export function howPlayed(run: StoredRun, { header }: StoredSuite, variants: readonly Variant[]): string[][] {
  const { agent } = run.header.options;
  const names = new Set(variants.flatMap((variant) => Object.keys(variant)));
  return [
    ...[...names].map((name) => {
      // Only a trial without a fault does not name its value.
      const values = new Set(variants.map((variant) => variant[name] ?? "none"));
      return ["--variant", `${name}=${[...values].join(",")}`];
    }),
    ...(agent === undefined ? [] : [["--agent", agent]]),
    ...(header.mode === "replay" ? [["--replay"]] : []),
  ];
}

/**
 * A case as YAML, as it was played. Of one that is not in the store, because an earlier Viva played it or because it is
 * very large, only what was said is known: the text says so, and where the rest is.
 */
function caseYaml(
  trial: StoredTrial,
  { run, file, played }: { run: string; file: string; played: Case | undefined },
): string {
  if (played) return writtenYaml([played]);
  const { caseId: id, title, tags, cluster, transcript } = trial;
  // "[multi-turn] The user says no" is a type and a description; a case without a description has its id as title.
  const [, type, words = title] = /^\[([^\s[\]]+)\] (.*)$/s.exec(title) ?? [];
  const about = [
    `# What run ${run} kept of this case: what was said before, and the user's lines as they were played.`,
    ...(transcript.user ? ["# A simulated user said them, or the last of them."] : []),
    `# The store does not hold its world, mocks and expectations. They are in the cases of ${file.replace(/[\r\n]+/g, " ")}.`,
  ];
  const asPlayed = {
    id,
    ...(type === undefined ? {} : { type }),
    ...(words === id || words === "" ? {} : { description: words }),
    tags: tags.filter((tag) => tag !== type),
    ...(cluster === undefined ? {} : { cluster }),
    ...(transcript.history.length > 0 ? { history: transcript.history } : {}),
    ...(transcript.exchanges[0]?.number === 0 ? { opens: "agent" } : {}),
    script: linesOf(transcript),
  };
  return `${about.join("\n")}\n${writtenYaml([asPlayed])}`;
}

/** The lines that were said, then those that the script still had. */
function linesOf({ exchanges, outcome }: Transcript) {
  const said = exchanges.flatMap(({ user }) => user ?? []);
  const unsaid = outcome.kind === "completed" ? (outcome.ended?.unsaid ?? []) : [];
  return [...said, ...unsaid].map(({ content, silence, ...line }) =>
    silence === undefined ? { content, ...line } : { silence },
  );
}

/** A part of a case under its name. */
type CaseFact = {
  name: string;
  text: string;
};

/** What a case gives the agent and what it expects: only what the conversation shows, if the store does not hold the case. */
export function askedView(
  played: Case | undefined,
  transcript: Transcript,
): { given: CaseFact[]; expected?: CaseFact[] } {
  const said = (history: Transcript["history"]) =>
    history.length === 0 ? undefined : history.map(({ role, content }) => `${role}: ${content}`).join("\n");
  const seen = transcript.world?.opening;
  if (!played)
    return {
      given: parts([
        ["before", said(transcript.history)],
        ["world", seen],
      ]),
    };
  const { user, history, opens, approvals, clock, mocks, faults, data, world = seen, script, expect } = played;
  const { persona, goal, opening, stop, maxExchanges, ...facts } = user ?? {};
  const lines = script.map((line, index) => [`exchange ${index + 1}`, line.expect] as const);
  return {
    given: parts([
      ["persona", persona],
      ["goal", goal],
      ["opening", opening],
      ...Object.entries({ ...facts, ...stop }).map(([name, value]) => [spaced(name), value] as const),
      ["hangs up", maxExchanges && `after ${plural(maxExchanges, "exchange")} at the latest`],
      ["before", said(history)],
      ["opens", opens && "the agent speaks first"],
      ["approvals", approvals],
      ["clock", clock?.now],
      ["mocks", mocks],
      ["faults", faults],
      ["data", data],
      ["world", world],
    ]),
    expected: parts([...Object.entries(expect).map(([name, value]) => [spaced(name), value] as const), ...lines]),
  };
}

function parts(entries: readonly (readonly [string, unknown])[]): CaseFact[] {
  return entries.flatMap(([name, value]) => {
    if (value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0))
      return [];
    return [{ name, text: clip(typeof value === "string" ? value : writtenYaml(value).trimEnd()) }];
  });
}

/** "tellsWhenAsked" as "tells when asked". */
const spaced = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
