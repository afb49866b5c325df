import type { z } from "zod";

/** Every action by its name, which is its address: POST /api/NAME. */
export const actions = {};

export type ActionName = keyof typeof actions;

/** What each action is sent and answers; the page's types. */
export type ActionAnswers = {
  [Name in ActionName]: {
    body: z.input<(typeof actions)[Name]["body"]>;
    answer: Awaited<ReturnType<(typeof actions)[Name]["act"]>>;
  };
};
