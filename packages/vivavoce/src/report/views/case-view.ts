import { z } from "zod";
import { InputError, safeText, shellWord, writtenYaml } from "../../base/index.ts";
import type { Case, Transcript } from "../../shape/index.ts";
import type { StoredTrial } from "../../store/index.ts";
import { urgency } from "../status-marks.ts";
import { askedView } from "./asked-view.ts";
import { type ConversationView, conversationView, type TrialView, trialView } from "./trial-view.ts";
import { name, runId, suiteOf, view, wholeNumber } from "./view.ts";

/** One trial of a case, with its conversation. */
export interface CaseTrial extends TrialView {
  /** Its place in the plan: the trial's address. */
  position: number;
  repeat: number;
  /** The conversations that the simulated user spoiled before this one. */
  spoiled: ConversationView[];
}

export const caseView = view({
  about: "One case of a run: every trial with its conversation and scores.",
  query: z.object({ run: runId, suite: wholeNumber, case: name }),
  async answer(context, { run: id, suite: position, case: caseId }) {
    const { run, suite } = await suiteOf(context, { run: id, suite: position });
    const trials: CaseTrial[] = [];
    const asked = async (trial: StoredTrial) => {
      const stored = await context.store.trials.playedCase(run.id, suite.position, trial.caseHash);
      const played = stored ?? trial.ownCase;
      return {
        asked: askedView(played),
        yaml: caseYaml(trial, { run: run.id, file: suite.header.file, played }),
      };
    };
    let known: ({ title: string; tags: readonly string[] } & Awaited<ReturnType<typeof asked>>) | undefined;
    for await (const trial of context.store.trials.read(run.id, suite.position, { caseId })) {
      const { title, tags, trial: key } = trial;
      known ??= { title, tags, ...(await asked(trial)) };
      const spoiled = await context.store.trials.spoiled(run.id, suite.position, [key]);
      trials.push({
        ...trialView(trial),
        position: trial.position,
        repeat: trial.repeat,
        spoiled: (spoiled.get(key) ?? []).map(conversationView),
      });
    }
    if (!known)
      throw new InputError({
        message: `run ${run.id} has no case ${caseId}`,
        remedy: "The run's page lists its cases.",
      });
    const word = shellWord(caseId);
    return {
      id: caseId,
      run: run.id,
      title: safeText(known.title),
      tags: known.tags.map(safeText),
      suite: suite.name,
      status: urgency.find((status) => trials.some((trial) => trial.status === status)) ?? "pending",
      trials,
      /** What it gives the agent and what it expects. */
      asked: known.asked,
      /** The case, as far as the store knows it. */
      yaml: safeText(known.yaml),
      commands: {
        show: `${context.invocation} show ${run.id} ${word}`,
        // Given transcripts cannot be played again.
        ...(run.header.given
          ? {}
          : { run: `${context.invocation} run ${shellWord(suite.header.file)} --case ${word}` }),
      },
    };
  },
});

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
  const { type, description } = titleParts(id, title);
  const about = [
    `# What run ${run} kept of this case: what was said before, and the user's lines as they were played.`,
    ...(transcript.user ? ["# A simulated user said them, or the last of them."] : []),
    `# The store does not hold its world, mocks and expectations. They are in the cases of ${oneLine(file)}.`,
  ];
  const asPlayed = {
    id,
    ...(type === undefined ? {} : { type }),
    ...(description === "" ? {} : { description }),
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

/** "[multi-turn] The user says no" is a type and a description; a case without a description has its id as title. */
function titleParts(id: string, title: string): { type?: string | undefined; description: string } {
  const [, type, words = title] = /^\[([^\s[\]]+)\] (.*)$/s.exec(title) ?? [];
  return { type, description: words === id ? "" : words };
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}
