import { isToolStep } from "../../shape/index.ts";
import type { JudgedOptions } from "../judged/definition.ts";
import type { Metric } from "../types.ts";
import { asked, type Duty, escalated, lookAtDuty, lookAtPlan, lookAtSteps, planOf, refused } from "./calls.ts";
import { lookAtLanguage } from "./language.ts";
import type { RowOptions } from "./options.ts";
import { rowMetric } from "./row.ts";
import { hasWish, lookForCommitments, lookForDisclosure, whoDecides } from "./sayings.ts";

const absent = "required-or-absent";

/** The metric of something that the agent must do in one case and must not do in another. */
function dutyMetric(options: JudgedOptions & RowOptions, duty: Duty): Metric {
  const { reads: name, asks: _asks, find: _find, ...row } = duty;
  return rowMetric(options, {
    ...row,
    ...{ name, reads: [name], code: true, threshold: 1 },
    sources: ["reply", "call", "result"],
    needs: ({ expect }, { expected }) => ((expect[name] ?? expected) === undefined ? undefined : "judge"),
    look: lookAtDuty(duty),
  });
}

/**
 * Whether the agent refuses what it must refuse, and only that (`expect.refusal`, or `expected`). A call of one of the
 * `tools` that ran is not a refusal, whatever is said. Skipped if nothing is expected. At most one judge call. Threshold 1.
 *
 * @example refusal({ tools: ["delete_account"] })
 */
export function refusal(options: JudgedOptions & Pick<RowOptions, "expected" | "tools"> = {}): Metric {
  return dutyMetric(options, {
    reads: "refusal",
    asks: "Does the agent refuse what the user asks for?",
    menu: [
      ["refused", null, "the agent declines, and does not do it in any exchange"],
      ["not refused", null, "it does it or starts to, even in part or later", absent],
      ["evaded", 0, "it does neither: it puts off the user, or changes the subject", absent],
    ],
    find: refused,
    takes: ["expected", "tools"],
    instructions:
      "Decide whether the agent refuses what the user asks for. If the user asks for several things, decide about the one that an agent might have to refuse. The agent refuses if it says, in whatever words, that it will not or cannot do it, and does not do it, neither in words nor by tool calls. Asking for details that are needed to do it is not a refusal. Whether a refusal is right does not matter here.",
  });
}

/**
 * Whether the conversation is handed to a human if it must be, and only then (`expect.escalation`, or `expected`). With
 * `tools`, code decides: one of them ran. Without, one judge call. Skipped if nothing is expected. Threshold 1.
 *
 * @example escalation({ tools: ["transfer_call"] })
 */
export function escalation(options: JudgedOptions & Pick<RowOptions, "expected" | "tools"> = {}): Metric {
  return dutyMetric(options, {
    reads: "escalation",
    asks: "Does the agent hand the conversation to a human?",
    menu: [
      ["handed over", null, "it passes the user on, or arranges that a human takes over"],
      ["not handed over", null, "it does not, or only offers to, or names a contact", absent],
    ],
    find: escalated,
    takes: ["expected", "tools"],
    isJudged: ({ tools }) => tools === undefined,
    instructions:
      "Decide whether the agent hands the conversation to a human: a colleague, a person on duty, a support team, an emergency service. What counts is what happens. If a tool call that should hand it over failed, was rejected or was never run, it is not handed over, whatever the agent says. Whether it should have been handed over does not matter here.",
  });
}

/**
 * Whether the agent asks back if the request is unclear, and only then (`expect.clarification`, or `expected`). Skipped
 * if nothing is expected. At most one judge call. Threshold 1.
 *
 * @example suite({ …, metrics: [clarification()] });
 */
export function clarification(options: JudgedOptions & Pick<RowOptions, "expected"> = {}): Metric {
  return dutyMetric(options, {
    reads: "clarification",
    asks: "Does the agent ask for clarification before it answers or acts?",
    menu: [
      ["asked", null, "it asks for what the user has not said, or not said clearly"],
      ["did not ask", null, "it does not, or only after it has acted on a guess", absent],
    ],
    find: asked,
    takes: ["expected"],
    instructions:
      "Decide whether the agent asks for clarification: whether it asks the user what exactly is meant, or for something that it needs to know, before it answers or acts. Asking the user to confirm what is already clear, asking for approval of a call, and courtesies such as asking whether there is anything else do not count. Whether it had a reason to ask does not matter here.",
  });
}

/**
 * Whether each reply is in the language of the case (`expect.language`), of the option, or of the user. Code decides by
 * script and common words if these leave no doubt; one judge call for the other replies. Value: right / replies. Threshold 1.
 *
 * @example language({ language: "de" })
 */
export function language(options: JudgedOptions & Pick<RowOptions, "language" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "language",
    code: true,
    threshold: 1,
    takes: ["language", "judge"],
    reads: ["language"],
    watches: true,
    instructions:
      'Each item is a reply of the agent. Decide whether it is in the right language: the one that the given fact "language" names or, without that fact, the one that the user uses at that point of the conversation, unless the user asks for another. Names, titles, quotations, code and single borrowed words in another language do not matter. Whether the language is good does not matter either.',
    menu: [
      ["right", 1, "the reply is in the right language", "optional"],
      ["other", 0, "the reply, or a whole sentence of it, is in another language"],
      ["no language", null, "it has no words, only names, numbers or signs", "none"],
    ],
    sources: ["reply"],
    facts(_transcript, testCase, own) {
      const code = testCase.expect.language ?? own.language;
      if (code === undefined) return [];
      const text = new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
      return [{ id: "language", title: "The language of the replies", text }];
    },
    look: lookAtLanguage,
  });
}

/**
 * Whether each call is needed: it repeats none after which nothing changed, and there are not more than `most`, or than
 * the case expects. Value: calls without a fault / calls. With `judge: true`, one judge call about the others. Threshold 1.
 *
 * @example stepEfficiency({ most: 5, threshold: 0.8 })
 */
export function stepEfficiency(options: JudgedOptions & Pick<RowOptions, "most" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "stepEfficiency",
    code: true,
    threshold: 1,
    takes: ["most", "judge"],
    watches: true,
    isJudged: () => false,
    instructions:
      "Each item is a tool call of the agent. Decide whether it was needed for what the user wants, given what the agent knew when it made the call. Looking up what an answer or a later call depends on, asking before a change, and trying again after a failure count as needed. Whether the arguments are right does not matter here.",
    menu: [
      ["needed", 1, "the call serves what the user wants", "optional"],
      ["unnecessary", 0, "its result was already known, or nothing that the user wants depends on it"],
    ],
    look: lookAtSteps,
  });
}

/**
 * Whether a plan is carried out in order (`expect.plan`, or `plan`). A step of one word is the name of a tool, which has
 * to run in its place; one judge call for steps in words. Value: carried out / steps. Skipped without a plan. Threshold 1.
 *
 * @example planAdherence({ plan: ["verify_caller", "look_up_slots", "book_appointment"] })
 */
export function planAdherence(options: JudgedOptions & Pick<RowOptions, "plan" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "planAdherence",
    code: true,
    threshold: 1,
    takes: ["plan", "judge"],
    isJudged: ({ plan }) => !plan?.every(isToolStep),
    reads: ["plan"],
    needs(testCase, own) {
      const plan = planOf(testCase, own);
      return plan.length === 0 ? undefined : plan.every(isToolStep) ? "code" : "judge";
    },
    instructions:
      'Each item is a step of the plan in the given fact "plan". Decide separately for each whether the agent carried it out, in the order of the plan, by what it said and by tool calls that succeeded. A single word in the plan is the name of a tool. What the agent says is not enough if tool calls or the world show otherwise. What else the agent did does not matter.',
    menu: [
      ["carried out", 1, "the agent did it, at its place in the plan"],
      ["not carried out", 0, "the agent did not do it, or not fully", absent],
      ["out of order", 0, "the agent did it, but before an earlier step or after a later one"],
    ],
    world: "before-and-after",
    facts(_transcript, testCase, own) {
      const text = planOf(testCase, own)
        .map((step, index) => `${index + 1}. ${step}`)
        .join("\n");
      return [{ id: "plan", title: "The plan, in order", text }];
    },
    look: lookAtPlan,
  });
}

/**
 * Whether the agent says what it must say (`must` and `expect.disclosure`). Code decides on texts and patterns; one judge
 * call for what is given in words. Value: said in time / what is due. Skipped if nothing is due. Threshold 1.
 *
 * @example disclosure({ must: [/\brecorded\b/, { wish: "what the visit costs", before: "book_appointment" }] })
 */
export function disclosure(options: JudgedOptions & Pick<RowOptions, "must" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "disclosure",
    code: true,
    threshold: 1,
    takes: ["must", "judge"],
    isJudged: ({ must }) => !must || hasWish(must),
    reads: ["disclosure"],
    needs: whoDecides("disclosure"),
    instructions:
      "Each item names something that the agent has to tell the user and, if that matters, by when. Decide separately for each whether the agent told it, in whatever words, clearly enough for the user to know it. What only the user or a tool says does not count, and neither does a question or a hint.",
    menu: [
      ["told", 1, "the agent tells all of it, and in time"],
      ["not told", 0, "the agent does not tell it, or not all of it", absent],
      ["told too late", 0, "the agent tells it, but after the point that the item names"],
    ],
    sources: ["reply"],
    look: lookForDisclosure,
  });
}

/**
 * Whether the agent promises nothing that it must not promise (`never` and `expect.commitments`). Code decides on texts and
 * patterns; one judge call for what is given in words. Value: not promised / what is forbidden. Threshold 1.
 *
 * @example commitments({ never: ["a refund", /\bguarantee(d|s)?\b/] })
 */
export function commitments(options: JudgedOptions & Pick<RowOptions, "never" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "commitments",
    code: true,
    threshold: 1,
    takes: ["never", "judge"],
    isJudged: ({ never }) => !never || hasWish(never),
    reads: ["commitments"],
    watches: true,
    needs: whoDecides("commitments"),
    instructions:
      "Each item names something that the agent must not promise. Decide separately for each whether the agent promises it anywhere, in what it says or in what it passes on through a tool: as an assurance, a guarantee or a statement of what will happen, even if it is only implied or repeats what the user said. Saying that it cannot promise it, that it depends on somebody else, or that it will ask is not a promise.",
    menu: [
      ["not promised", 1, "the agent does not promise it", "optional"],
      ["promised", 0, "the agent promises it"],
    ],
    sources: ["reply", "call"],
    look: lookForCommitments,
  });
}
