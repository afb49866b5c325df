import { ask, type Judge, type Question } from "../judge/index.ts";
import { ModelError } from "../model/index.ts";
import type { Case, SimulatedUser, SimulatorFault, Transcript } from "../shape/index.ts";

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
export async function gradeSimulator(
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
