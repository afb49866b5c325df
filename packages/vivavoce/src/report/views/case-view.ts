import { z } from "zod";
import { InputError } from "../../base/index.ts";
import { type TrialView, trialView } from "../html/trial-view.ts";
import { shellWord } from "../shell-word.ts";
import { name, runId, suiteOf, view, wholeNumber } from "./view.ts";

/** One trial of a case, with its conversation. */
export interface CaseTrial extends TrialView {
  /** Its place in the plan: the trial's address. */
  position: number;
  repeat: number;
}

export const caseView = view({
  about: "One case of a run: every trial with its conversation and scores.",
  query: z.object({ run: runId, suite: wholeNumber, case: name }),
  async answer(context, { run: id, suite: position, case: caseId }) {
    const { run, suite } = await suiteOf(context, { run: id, suite: position });
    const trials: CaseTrial[] = [];
    let title = caseId;
    let tags: readonly string[] = [];
    for await (const trial of context.store.trials.read(run.id, suite.position, { caseId })) {
      ({ title, tags } = trial);
      trials.push({ ...trialView(trial, () => undefined), position: trial.position, repeat: trial.repeat });
    }
    if (trials.length === 0)
      throw new InputError({
        message: `run ${run.id} has no case ${caseId}`,
        remedy: "The run's page lists its cases.",
      });
    const show = `${context.invocation} show ${run.id} ${shellWord(caseId)}`;
    return { id: caseId, title, tags, suite: suite.name, trials, commands: { show } };
  },
});
