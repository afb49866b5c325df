import type { z } from "zod";
import { labelAction } from "./label-action.ts";

/** Every action by its name, which is its address: POST /api/NAME. */
export const actions = {
  labels: labelAction,
};

type ActionName = keyof typeof actions;

/** What each action is sent and answers; the page's types. */
export type ActionAnswers = {
  [Name in ActionName]: {
    body: z.input<(typeof actions)[Name]["body"]>;
    answer: Awaited<ReturnType<(typeof actions)[Name]["act"]>>;
  };
};
