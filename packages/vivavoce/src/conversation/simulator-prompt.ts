import { safeLine } from "../base/index.ts";
import { type ModelAnswer, withoutThoughts } from "../model/index.ts";
import type { Behaviour, SimulatedUser, SimulatorFault } from "../shape/index.ts";

/** How the simulator says that it is done: on a separate line after its last words. */
const stopMarks = { "goal-met": "<<goal met>>", "gives-up": "<<gives up>>" } as const;

/** What the model hears if the user speaks first and the case does not give the first line. */
export const firstCue = "(They have picked up and are listening. You speak first: say why you are here.)";
/** How it says that it keeps waiting, if the other side stays quiet. */
export const waitMark = "<<waits>>";

const manners: Record<Behaviour, string> = {
  vague: "You are vague at first and become exact only when you are asked.",
  impatient: "You are in a hurry and say so when things drag on.",
  "changes-mind": "Once in the conversation you change your mind about a detail, and stay with the new one.",
  corrects: "If the other side gets something wrong, you correct it at once.",
  "falls-silent": "Once in the conversation you fall silent for a while, and then continue where you were.",
  interrupts:
    "Sometimes you cut in before the other side has finished. You then know only what you heard up to that point.",
  "off-topic": "Once in the conversation you drift off topic, and return when the other side leads you back.",
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
    "You do not know anything that is not written here. If you are asked for it, say that you do not know; never make it up.",
    ...user.behaviours.map((behaviour) => manners[behaviour]),
    "Speak as people do: one or two short sentences per turn, no lists, no stage directions.",
    `Your goal is met when: ${user.stop.goalMet ?? usualGoal(user)} Then say your last words and write ${stopMarks["goal-met"]} on a separate line.`,
    `You give up when: ${user.stop.givesUp ?? "you see that you will not get what you want."} Then say your last words and write ${stopMarks["gives-up"]} on a separate line.`,
  ].join("\n");
}

/** Used if the case does not say when the goal is met. Without it, models take a question or a promise for success. */
function usualGoal({ goal }: SimulatedUser): string {
  return `the other side has clearly told you that you have all of this: ${goal} A question or a promise to do it is not enough.`;
}

/** Why an answer is not a line that somebody wanted to say: the server cut or filtered it, or the model refused. */
export function brokenOff({ finish, text }: ModelAnswer): Pick<SimulatorFault, "kind" | "reason"> | undefined {
  if (finish === "length")
    return { kind: "broke-stop-rule", reason: "its line was cut off at the limit of its length" };
  if (finish !== "content-filter") return undefined;
  return { kind: "spoke-like-assistant", reason: `refused, or was filtered: “${safeLine(text, 80)}”` };
}

/** The agent does not hear what the model thinks. A model that only thinks has said nothing. */
export function aloud({ text }: ModelAnswer): string {
  const spoken = withoutThoughts(text);
  return "text" in spoken ? spoken.text : "";
}

/** What the simulator says aloud, and whether it is done. The mark must come last, otherwise it is a fault. */
export function readLine(text: string): { line: string; stop?: "goal-met" | "gives-up"; broken?: string } {
  const trimmed = text.trim();
  if (trimmed.includes(waitMark)) {
    return { line: trimmed.replaceAll(waitMark, "").trim(), broken: `wrote ${waitMark} when it should speak or stop` };
  }
  for (const [stop, mark] of Object.entries(stopMarks) as [keyof typeof stopMarks, string][]) {
    const at = trimmed.toLowerCase().indexOf(mark);
    if (at < 0) continue;
    const behind = trimmed.slice(at + mark.length).trim();
    const line = trimmed.slice(0, at).trim();
    return behind === "" ? { line, stop } : { line, stop, broken: `went on after ${mark}` };
  }
  return trimmed === "" ? { line: "", broken: "said nothing and did not stop either" } : { line: trimmed };
}
