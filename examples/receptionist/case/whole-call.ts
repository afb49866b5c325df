import { type CaseInput, caseSchema } from "vivavoce";
import { z } from "zod";
import { officeSchema } from "../backend/index.ts";
import { greeting } from "../prompt/greeting.ts";
import { sessionSchema } from "../session.ts";
import { stateSchema } from "../states.ts";
import { asJson } from "./json.ts";

const expectations = caseSchema.shape.expect.unwrap().shape;

/** What every whole call has, whoever plays the caller. */
export const callShape = z.strictObject({
  id: caseSchema.shape.id,
  description: z.string().min(1),
  tags: z.array(z.string()).optional(),
  state: stateSchema.default("welcome"),
  session: sessionSchema.prefault({}),
  office: officeSchema.prefault({}).describe("The company's records when the phone rings"),
  notes: z.string().default(""),
  mocks: caseSchema.shape.mocks,
  faults: caseSchema.shape.faults,
  expect: z.strictObject({
    final_state: stateSchema,
    world: expectations.world.unwrap().describe("What has changed in the office when the caller hangs up"),
    calls: expectations.calls.describe("The tools that the machine calls, in this order"),
    safety: expectations.safety,
    limits: expectations.limits,
  }),
});

/** A call from the greeting to the end, scripted, turned into Viva's case. */
export const wholeCall = callShape
  .extend({ caller: z.array(z.string().min(1)).min(1).describe("What the caller says, line by line") })
  .transform(({ caller, ...call }): CaseInput => ({ ...toCase(call), script: caller.map((content) => ({ content })) }));

/** All of Viva's case but who speaks. */
export function toCase({
  id,
  description,
  tags,
  state,
  session,
  office,
  notes,
  mocks,
  faults,
  expect,
}: z.infer<typeof callShape>): CaseInput {
  const { final_state, ...expected } = expect;
  return {
    id,
    description,
    ...(tags === undefined ? {} : { tags }),
    ...(mocks === undefined ? {} : { mocks }),
    ...(faults === undefined ? {} : { faults }),
    world: asJson(office),
    history: [{ role: "assistant", content: greeting }],
    expect: Object.fromEntries(Object.entries(expected).filter(([, value]) => value !== undefined)),
    data: asJson({ kind: "call", state, session, notes, final_state }),
  };
}
