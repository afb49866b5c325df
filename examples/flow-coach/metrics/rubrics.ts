import type { CriteriaRubric } from "vivavoce/metrics";
import type { rubricNames } from "../case/shape.ts";

type RubricName = (typeof rubricNames)[number];

/** The rubrics that a case may name in `coachingQuality.rubrics`; made when the suite asks for them. */
export function rubrics(): Record<RubricName, CriteriaRubric> {
  return {
    "stalled-project": stalledProject(),
    "weekly-review": weeklyReview(),
    "next-action-quality": nextActionQuality(),
  };
}

function stalledProject(): CriteriaRubric {
  return {
    criteria: [
      "Sees which project is stalled: live, with no open next action and nothing that it waits for",
      "Suggests one specific step for that project, neither a list nor a general direction",
      "The step begins with a verb, fits what is known of the project, and could be started at once",
    ],
    threshold: 0.8,
    steps: [
      "Find out from the vault which live projects have neither an open box nor a waiting one.",
      "Compare that with what the coach calls stalled; a project named wrongly or left out is no.",
      "Take the step that is suggested on its own, and ask whether the user could begin it without thinking any further.",
    ],
  };
}

function weeklyReview(): CriteriaRubric {
  return {
    criteria: [
      "Keeps to the order inbox, projects, next actions, someday, as far as the conversation goes",
      "Keeps the thread: takes up what the user has said or asked for, and goes on from the step that was reached",
      "Gives the user one thing to do or to decide at each step",
    ],
    threshold: 0.75,
    steps: [
      "List the steps of the review in the order in which the coach comes to them.",
      "Hold that list against the order; a step that is only announced counts where it is announced.",
      "Then look in each reply for what the user is to do now; a reply that leaves that open is no.",
    ],
  };
}

function nextActionQuality(): CriteriaRubric {
  return {
    criteria: [
      "The action that the coach words starts with a verb",
      "It is a concrete, visible thing to do, neither a topic nor an intention",
      "It says what, and with whom or where, as far as that is needed to begin",
      "It can be finished in one sitting",
      "It has no vague words, such as sort out, deal with, work on, stuff or things",
    ],
    threshold: 0.8,
    steps: [
      "Take the action's text from the arguments of the tool call, not from what the reply says about it.",
      "Read it as somebody would who finds it on a list a week later.",
      "Where no action was worded at all, every criterion is no.",
    ],
  };
}
