import type { Case } from "../../case/index.ts";
import type { Fact } from "../../judge/index.ts";

/** The right answer, where the case gives it. */
export function referenceFacts({ expect: { reference } }: Case): Fact[] {
  return reference === undefined ? [] : [{ id: "reference", title: "The right answer", text: reference }];
}
