import { chooseVariants } from "../suite/index.ts";
import type { SuitePlan } from "./plan.ts";

/**
 * The files of a suite's tapes that hold no answer of a judge, though the suite has metrics that ask one. A replay of
 * such a case is errored, unless none of these metrics applies to it. A tape that cannot be read is an error.
 */
export async function tapesWithoutJudge({ loaded, metrics, cassette, cases }: SuitePlan): Promise<string[]> {
  if (!metrics.some(({ judged }) => judged)) return [];
  const { variants: offered = {} } = loaded.suite;
  const files: string[] = [];
  for (const variant of chooseVariants(offered, offered)) {
    const taped = await cassette.list(variant);
    for (let index = 0; index < cases.size; index++) {
      const id = cases.id(index);
      const tapes = taped.has(id) ? await cassette.read(variant, id) : [];
      const lacking = tapes.some(({ records }) => !records.some(({ role }) => role === "judge"));
      if (lacking) files.push(cassette.path(variant, id));
    }
  }
  return files;
}
