import { z } from "zod";
import type { StoredRun, StoredSuite } from "../../shape/index.ts";
import type { Store } from "../../store/index.ts";
import { KeptValues } from "./kept-values.ts";
import { SuiteTexts } from "./suite-texts.ts";
import { runId, suiteOf, view, wholeNumber } from "./view.ts";

export const searchView = view({
  about: "The cases of a suite in which a text occurs: in what was said or called, in the title or in the id.",
  query: z.object({ run: runId, suite: wholeNumber, text: z.string("give a text").min(1).max(500) }),
  async answer(context, { run: id, suite: position, text }) {
    const { run, suite } = await suiteOf(context, { run: id, suite: position });
    const texts = await textsOf(context.store, run, suite);
    return { cases: await texts.find(text) };
  },
});

/** Reads the texts of a suite before somebody searches them. */
export async function warmSearch(store: Store, run: StoredRun, suite: StoredSuite): Promise<void> {
  await textsOf(store, run, suite);
}

const kept = new KeptValues<SuiteTexts>(2);

/** The texts of a suite as they are now; of a run that is being played, only those that are new are read. */
function textsOf(store: Store, run: StoredRun, suite: StoredSuite): Promise<SuiteTexts> {
  return kept.get(store, `${run.id} ${suite.position}`, run.updatedAt, (before) =>
    SuiteTexts.read({ store, run: run.id, suite: suite.position }, before),
  );
}
