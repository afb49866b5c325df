import type { z } from "zod";
import type { ViewContext } from "./view.ts";

/** One thing that the page can change: what is sent as JSON, and the answer. The server checks who sends it. */
export interface Action<Body, Answer> {
  /** What it does, in a sentence, for the API's reference. */
  about: string;
  body: z.ZodType<Body>;
  act(context: ViewContext, body: Body): Promise<Answer>;
}

/** An action, with its types inferred. */
export function action<Body, Answer>(made: Action<Body, Answer>): Action<Body, Answer> {
  return made;
}
