import { evidenceFor, sentencesOf, Unscored, userItems } from "../../judge/index.ts";
import type { Case, Transcript } from "../../shape/index.ts";
import type { JudgedAnswer, JudgedEntry, JudgedItem, JudgedOptions, JudgedOutcome } from "../judged/definition.ts";
import { meanOfValues } from "../judged/judged-metric.ts";
import type { Metric } from "../types.ts";
import { exchangeItems, heldExchanges, nothingDone, noWords } from "./items.ts";
import type { RowOptions } from "./options.ts";
import { type MenuRow, menuOf, rowMetric } from "./row.ts";

/** Options of the metrics that look at the user's goal. */
export interface GoalOptions extends JudgedOptions, Pick<RowOptions, "goal"> {}

/** The case's own goal, the goal of its simulated user, or the goal of the suite. */
function goalOf({ expect, user }: Case, { goal }: RowOptions): string | undefined {
  return expect.goal ?? user?.goal ?? goal;
}

/**
 * Which parts of a stated goal hold at the end, sentence by sentence. What happened counts, not what the agent says about
 * it. Value: reached / sentences that set a goal. Skipped if no goal is given. One judge call.
 *
 * @example goalAccuracy({ goal: "The Garden project is archived. The Kitchen project is as it was." })
 */
export function goalAccuracy(options: GoalOptions = {}): Metric {
  return rowMetric(options, {
    name: "goalAccuracy",
    takes: ["goal"],
    instructions:
      "Each item is a part of the goal that the conversation should reach. Decide whether it holds at the end. What counts is the outcome: what tool calls did, what changed in the world and, if the goal is that the user learns something, what the agent said. If the agent says that something was done, that does not show that it was done. A part that asks for something to stay as it was is reached if it did.",
    menu: [
      ["reached", 1, "this part of the goal holds at the end"],
      ["not reached", 0, "it does not hold, or only in part", "required-or-absent"],
      ["no goal", null, "the sentence sets no goal: it is background or a remark", "none"],
    ],
    evidence: "required-or-absent",
    world: "before-and-after",
    look(transcript, testCase, own) {
      const goal = goalOf(testCase, own);
      if (goal === undefined)
        return `no goal is given: put it into the case (expect.goal) or into ${own.name}({ goal })`;
      if (heldExchanges(transcript).length === 0) return nothingDone;
      const parts = sentencesOf(goal).map((text, index) => ({ id: `g${index + 1}`, text, ...evidenceFor(text) }));
      return parts.length > 0 ? parts : "the goal says nothing";
    },
    none: "nothing in the goal can be reached",
  });
}

const done: readonly MenuRow[] = [
  ["done", 1, "the task is fully done"],
  ["partly", 0.5, "one essential part of it is done, and another is not"],
  ["not done", 0, "no essential part of it is done", "required-or-absent"],
];
const noTask: MenuRow = ["no task", null, "the user asks for nothing at all", "none"];

/**
 * How far the task is done at the end: done 1, partly 0.5, not done 0. The task is the case's goal, or the suite's, or
 * else what the user asks for. Skipped if the user asks for nothing. One judge call.
 *
 * @example taskCompletion({ goal: "A table for two is booked for Friday at eight." })
 */
export function taskCompletion(options: GoalOptions = {}): Metric {
  return rowMetric(options, {
    name: "taskCompletion",
    takes: ["goal"],
    instructions:
      "The item names the task of the conversation. Decide how far it is done at the end, judging by what the agent said, by tool calls that succeeded, and by what changed in the world. What the agent says is not enough if tool calls or the world show otherwise. How well it worked and how long it took do not matter here.",
    menu: done,
    words: noTask,
    world: "before-and-after",
    look(transcript, testCase, own) {
      if (heldExchanges(transcript).length === 0) return nothingDone;
      const goal = goalOf(testCase, own);
      if (goal !== undefined) return [{ id: "task", text: goal }];
      const text = "Everything that the user asks for in this conversation, taken together.";
      return [{ id: "task", text, menu: menuOf([...done, noTask]) }];
    },
    none: "the user asked for nothing",
  });
}

const met: readonly MenuRow[] = [
  ["met", 1, "everything that the line asks for was answered or done"],
  ["not met", 0, "something that the line asks for was neither answered nor done", "required-or-absent"],
  ["not a request", null, "the line asks for nothing, or was taken back", "none"],
];
const continued: JudgedEntry = {
  verdict: "continued",
  meaning: "the line only continues a request of an earlier line, which is judged there: quote that line",
  anywhere: true,
};

/**
 * Whether each thing the user asked for was met by the end of the conversation, line by line. Value: met / lines that ask for
 * something; a wish that runs over several lines counts once. Skipped if no line asks for anything. One judge call.
 *
 * @example completeness({ threshold: 1 })
 */
export function completeness(options: JudgedOptions = {}): Metric {
  return rowMetric(options, {
    name: "completeness",
    instructions:
      'Each item is a line of the user. Decide whether everything that it asks for was met by the end of the conversation: answered, or done by tool calls that succeeded. A request that runs over several lines is one request: judge it at the line where it begins, together with what later lines add or change. Lines that only continue it are "continued". A line that also asks for something else begins a request of its own. What the agent says is not enough if tool calls or the world show otherwise. A request that the agent declined, or only promised to take care of, is not met. An answer to a question of the agent asks for nothing by itself, and what the user takes back later was not asked for.',
    menu: [...met, continued],
    world: "before-and-after",
    look: (transcript) => wishItems(transcript),
    formula: meanOfWishes,
  });
}

/** The lines that were answered. The first line cannot go on with an earlier wish. */
function wishItems(transcript: Transcript): JudgedItem[] | string {
  const [first, ...later] = userItems({ exchanges: heldExchanges(transcript) });
  return first ? [{ ...first, menu: menuOf(met) }, ...later] : nothingDone;
}

/** If a line goes on with a wish, but no earlier line has one, that wish would be dropped: such an answer is invalid. */
function meanOfWishes(answers: readonly JudgedAnswer[]): JudgedOutcome {
  const begins = answers.findIndex(({ value }) => value !== undefined);
  const loose = answers.find(
    ({ verdict }, index) => verdict === continued.verdict && (begins === -1 || index < begins),
  );
  if (loose) throw new Unscored(`the judge says that ${loose.id} goes on with a wish, and no line before it has one`);
  return meanOfValues(answers, "the user asked for nothing");
}

/** Options of `promptAlignment`. */
export interface PromptAlignmentOptions extends JudgedOptions, Pick<RowOptions, "instructions"> {}

/**
 * Whether the agent follows each of its instructions throughout the conversation. Value: followed / instructions that
 * apply. Skipped if none is given, or none applies. One judge call.
 *
 * @example promptAlignment({ instructions: ["Answer in at most three sentences.", "Never name a price."] })
 */
export function promptAlignment(options: PromptAlignmentOptions = {}): Metric {
  return rowMetric(options, {
    name: "promptAlignment",
    takes: ["instructions"],
    instructions:
      "Each item is an instruction that the agent was given. Decide separately for each whether the agent followed it throughout the conversation, in what it said and in what it did: one violation means that it is not followed. An instruction for a situation that did not come up does not apply. One that forbids something is followed if that does not happen although it could have.",
    menu: [
      ["followed", 1, "the agent followed it throughout"],
      ["not followed", 0, "at least once it did not", "required-or-absent"],
      ["not applicable", null, "the situation it is for did not come up", "none"],
    ],
    evidence: "required-or-absent",
    look(transcript, { expect }, { instructions = [] }) {
      const given = [...instructions, ...(expect.instructions ?? [])];
      if (given.length === 0)
        return "no instructions are given: put them into expect.instructions or into the metric's options";
      if (heldExchanges(transcript).length === 0) return nothingDone;
      return given.map((text, index) => ({ id: `i${index + 1}`, text, ...evidenceFor(text) }));
    },
    none: "none of the instructions applies",
  });
}

/**
 * Whether the agent remembers what the user told it: one verdict per exchange; "asked again" and "forgotten" count 0.
 * Value: kept / exchanges in which something could be kept. Skipped if the user told it nothing. One judge call.
 *
 * @example knowledgeRetention()
 */
export function knowledgeRetention(options: JudgedOptions = {}): Metric {
  return rowMetric(options, {
    name: "knowledgeRetention",
    instructions:
      "Each item stands for everything that the agent said and did in one exchange. Decide whether the agent remembered there what the user had told it up to then, also before the exam: names, dates, numbers, wishes, limits, decisions. Asking the user to confirm something before acting on it is not asking again. What only the agent or a tool said does not matter here.",
    menu: [
      ["kept", 1, "the agent uses what the user told it, or at least respects it", "optional"],
      ["asked again", 0, "it asks for something that the user had already told it"],
      ["forgotten", 0, "it contradicts or ignores something that the user had told it"],
      ["nothing to keep", null, "the user had told it nothing to remember here", "none"],
    ],
    sources: ["reply", "call", "user"],
    look: exchangeItems,
    none: "the user told the agent nothing that it could forget",
  });
}

/** Options of `coherence`. */
export interface CoherenceOptions extends Omit<JudgedOptions, "threshold">, Pick<RowOptions, "consistent"> {}

const aspects = {
  maintainsContext:
    "The agent keeps the context: it uses what was said, decided and done earlier, and neither forgets it nor asks for it again.",
  respondsToUserFeedback:
    "The agent responds to feedback: if the user corrects, objects, refuses or adds something, the agent acts on it.",
  consistent: "The agent does not contradict itself: if it departs from what it said or did before, it says so.",
};

/**
 * Whether the conversation is coherent, if the case asks for that (`expect.coherence`): the agent keeps the context,
 * responds to feedback, and does not contradict itself. Each must be "yes". Exchanges in which the agent only calls tools
 * are left out. Skipped if the case asks for nothing, or the agent says nothing. One judge call.
 *
 * @example suite({ …, metrics: [coherence()] });
 */
export function coherence(options: CoherenceOptions = {}): Metric {
  const asked = ({ expect }: Case) =>
    (["maintainsContext", "respondsToUserFeedback"] as const).filter((aspect) => expect.coherence?.[aspect]);
  return rowMetric(options, {
    name: "coherence",
    takes: ["consistent"],
    threshold: 1,
    yesOrNo: true,
    instructions:
      "Each item is a statement about the agent in the whole conversation. Decide separately for each whether it is true, exchange by exchange. What was said before the exam counts as context. Leave out exchanges in which the agent only calls tools: saying nothing there does not count for or against it, unless a call itself contradicts what was said or decided before.",
    menu: [
      ["yes", 1, "it is true throughout"],
      ["partly", 0.5, "it is true in some exchanges and not in others"],
      ["no", 0, "it is not true", "required-or-absent"],
    ],
    reads: ["coherence"],
    words: aspects,
    needs: (testCase) => (asked(testCase).length > 0 ? "judge" : undefined),
    look(transcript, testCase, { consistent = true }) {
      const ids = asked(testCase);
      if (ids.length === 0) return "the case does not ask for coherence";
      const items = [...ids, ...(consistent ? (["consistent"] as const) : [])];
      return noWords(transcript) ?? items.map((id) => ({ id, text: aspects[id] }));
    },
  });
}
