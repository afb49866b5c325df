import { expect } from "vitest";
import { type Case, play, type Transcript } from "vivavoce";
import { receptionist } from "../agent.ts";
import { officeOf } from "../backend/index.ts";
import { cassettes, type Folder } from "./cassette.ts";
import { tapeOf } from "./tape.ts";

/** Plays a case from its tape, again where the simulated caller has spoiled it, and sees to it that all of it is used. */
export async function playTape(folder: Folder, testCase: Case) {
  const { prompt, mode, variant } = cassettes[folder];
  const { model, user, answers, lines, judge } = await tapeOf(folder, testCase.id);
  const models = { agent: model, user };
  const once = () => play(receptionist({ prompt, mode }), testCase, { world: officeOf(testCase), models, variant });
  const spoiled: Transcript[] = [];
  let transcript = await once();
  while (transcript.user && transcript.user.faults.length > 0 && model.calls.length < answers.length) {
    spoiled.push(transcript);
    transcript = await once();
  }
  expect(model.calls, "every answer of the tape is used").toHaveLength(answers.length);
  expect(user.calls, "every line of the simulated caller is used").toHaveLength(lines.length);
  return { transcript, spoiled, judge };
}
