import { type CaseInput, caseSchema } from "vivavoce";
import { z } from "zod";
import { callShape, toCase } from "./whole-call.ts";

const user = caseSchema.shape.user.unwrap().shape;
const stop = user.stop.unwrap().shape;

const callerSchema = z.strictObject({
  persona: user.persona.describe("Who is calling, and in what mood"),
  goal: user.goal,
  opening: user.opening.unwrap().describe("The first line, word for word"),
  knows: user.knows.describe("Facts by name, told whenever they fit"),
  tells_when_asked: user.tellsWhenAsked.describe("Facts by name, told only when they are asked for"),
  cannot_know: user.cannotKnow.describe("Words that no caller has heard; saying one of them spoils the call"),
  never_says: user.neverSays.describe("Patterns of lines that go against the goal"),
  behaviours: user.behaviours,
  stop: z.strictObject({ goal_met: stop.goalMet.unwrap(), gives_up: stop.givesUp }),
  max_exchanges: user.maxExchanges,
});

/** A call from the greeting to the end in which a model plays the caller, turned into Viva's case. */
export const simulatedCall = callShape
  .extend({ caller: callerSchema })
  .transform(({ caller, ...call }): CaseInput => ({ ...toCase(call), user: toUser(caller) }));

function toUser(caller: z.infer<typeof callerSchema>): NonNullable<CaseInput["user"]> {
  const { tells_when_asked, cannot_know, never_says, max_exchanges, stop, ...same } = caller;
  return {
    ...same,
    tellsWhenAsked: tells_when_asked,
    cannotKnow: cannot_know,
    neverSays: never_says,
    maxExchanges: max_exchanges,
    stop: { goalMet: stop.goal_met, givesUp: stop.gives_up },
  };
}
