import { z } from "zod";
import { InputError } from "../../base/index.ts";
import type { StoredRun, StoredSuite } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";

/** What a view is made from. */
export interface ViewContext {
  store: Store;
  /** How the user calls Viva, for commands that can be copied. */
  invocation: string;
  /** Starts Viva with these arguments; undefined unless whoever started the server allowed it. */
  play?: ((args: readonly string[]) => void) | undefined;
  /** A server does some work before it is asked for; a report never needs it. */
  inBackground?: ((work: () => Promise<unknown>) => void) | undefined;
}

/**
 * One thing that the page shows: the question in the address, and the answer as JSON. The server answers it for
 * `viva view`; a report carries the answers in its file. Both are drawn by the same components.
 */
type View<Query, Answer> = {
  /** What it is, in a sentence, for the API's reference. */
  about: string;
  query: z.ZodType<Query>;
  answer(context: ViewContext, query: Query): Promise<Answer>;
};

/** A view, with its types inferred. */
export function view<Query, Answer>(made: View<Query, Answer>): View<Query, Answer> {
  return made;
}

/** A whole number, written as such in an address. */
export const wholeNumber = z.union(
  [
    z.int().min(0),
    z
      .string()
      .regex(/^\d{1,9}$/)
      .transform(Number),
  ],
  { error: "give a whole number" },
);
/** A run's id. */
export const runId = z.string("give a run's id").regex(/^[\w-]{1,64}$/, "this is not a run's id");
/** A name of the user's: of a suite, a case, a metric. It is only compared with what is stored. */
export const name = z.string().min(1).max(2_000);

/** A suite of a run, by its position. */
export async function suiteOf(
  { store }: ViewContext,
  { run: id, suite: position }: { run: string; suite: number },
): Promise<{ run: StoredRun; suite: StoredSuite }> {
  const run = await store.runs.find(id);
  const suite = run.suites.find((one) => one.position === position);
  if (suite) return { run, suite };
  throw new InputError({ message: `run ${id} has no suite ${position}`, remedy: "`viva list` shows the runs." });
}
