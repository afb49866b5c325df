import type { Behaviour, SimulatedUser } from "../shape/index.ts";

/** How the simulator says that it is done: on a separate line after its last words. */
export const stopMarks = { "goal-met": "<<goal met>>", "gives-up": "<<gives up>>" } as const;

/** What the model hears if the user speaks first and the case does not give the first line. */
export const firstCue = "(They have picked up and are listening. You speak first: say why you are here.)";
/** How it says that it keeps waiting, if the other side stays quiet. */
export const waitMark = "<<waits>>";

const manners: Record<Behaviour, string> = {
  vague: "You are vague at first and become exact only when you are asked.",
  impatient: "You are in a hurry and say so when things drag on.",
  "changes-mind": "Once in the conversation you change your mind about a detail, and stay with the new one.",
  corrects: "When the other side gets something wrong, you correct it at once.",
  "falls-silent": "Once in the conversation you fall silent for a while, and then go on where you were.",
  interrupts: "Sometimes you cut in before the other side has finished. You then know only what you heard until there.",
  "off-topic": "Once in the conversation you drift off topic, and come back when you are led back.",
};

/** What the simulated user is told. It hears what a caller would hear: words, never tools or their results. */
export function simulatorPrompt(user: SimulatedUser): string {
  const knows = Object.entries(user.knows).map(([name, value]) => `- ${name}: ${value}`);
  const withheld = Object.entries(user.tellsWhenAsked).map(([name, { value }]) => `- ${name}: ${value}`);
  return [
    "You play a person who talks to an assistant. You are not the assistant: you never offer help, never look anything up, and never speak for the other side.",
    `Who you are: ${user.persona}`,
    `What you want: ${user.goal}`,
    ...(knows.length > 0 ? ["What you know, and tell when it fits:", ...knows] : []),
    ...(withheld.length > 0 ? ["What you tell only when you are asked for it, one at a time:", ...withheld] : []),
    "What is not written here you do not know. If you are asked for it, say that you do not know; never make it up.",
    ...user.behaviours.map((behaviour) => manners[behaviour]),
    "Speak as people do: one or two short sentences a turn, no lists, no stage directions.",
    `Your goal is met when: ${user.stop.goalMet ?? usualGoal(user)} Then say your last words and write ${stopMarks["goal-met"]} on a line of its own.`,
    `You give up when: ${user.stop.givesUp ?? "you see that you will not get what you want."} Then say your last words and write ${stopMarks["gives-up"]} on a line of its own.`,
  ].join("\n");
}

/** Used if the case does not say when the goal is met. Without it, models take a question or a promise for success. */
function usualGoal({ goal }: SimulatedUser): string {
  return `the other side has told you plainly that you have all of this: ${goal} A question or a promise to see to it is not enough.`;
}
