import { type CaseInput, caseSchema, play } from "vivavoce";
import { scriptedModel } from "vivavoce/testing";
import { type Mode, receptionist } from "../agent.ts";
import { officeOf } from "../backend/index.ts";
import { goldenSnippet, wholeCall } from "../case.ts";

type Answers = Parameters<typeof scriptedModel>[0];

/** Plays a case against the receptionist with a scripted model, and gives back all that there is to look at. */
export async function playCase(
  input: CaseInput,
  answers: Answers,
  { mode, prompt = "v2" }: { mode: Mode; prompt?: string },
) {
  const testCase = caseSchema.parse(input);
  const model = scriptedModel(answers);
  const world = officeOf(testCase);
  const transcript = await play(receptionist({ prompt, mode }), testCase, {
    world,
    models: { agent: model },
    variant: testCase.tags.includes("whole-call") ? { prompt } : { prompt, mode },
  });
  return { testCase, transcript, model, world };
}

/** A snippet in a state, with one line of the caller. */
export function snippet(state: string, line: string, more: { session?: object; expect?: object } = {}): CaseInput {
  const { session = {}, ...rest } = more;
  const conversation = [{ role: "user", content: line }];
  return goldenSnippet.parse({ id: "scene", state, session, conversation, notes: "A scene.", ...rest });
}

/** A whole call of these lines. */
export function call(
  caller: string[],
  more: { final_state?: string; office?: object; session?: object } = {},
): CaseInput {
  const { final_state = "confirm", ...rest } = more;
  const expect = { final_state, world: { effects: [] } };
  return wholeCall.parse({ id: "scene", description: "A scene.", tags: ["whole-call"], caller, expect, ...rest });
}
