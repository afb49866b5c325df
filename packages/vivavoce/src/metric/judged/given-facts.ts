import type { Fact } from "../../judge/index.ts";
import type { Case } from "../../shape/index.ts";

/** The right answer, if the case gives it. */
export function referenceFacts({ expect: { reference } }: Case): Fact[] {
  return reference === undefined ? [] : [{ id: "reference", title: "The right answer", text: reference }];
}

/** What was retrieved, each text as a fact of its own. */
export function contextFacts(contexts: readonly string[]): Fact[] {
  return contexts.map((text, index) => ({ id: `context-${index + 1}`, title: `Context ${index + 1}`, text }));
}

/** All that a case gives as true: its facts and those of the suite, its contexts, the right answer. */
export function givenFacts(testCase: Case, usual: readonly string[] = []): Fact[] {
  const { facts = [], contexts = [] } = testCase.expect;
  const texts = [...usual, ...facts];
  return [
    ...texts.map((text, index) => ({ id: `fact-${index + 1}`, title: "What holds", text })),
    ...contextFacts(contexts),
    ...referenceFacts(testCase),
  ];
}
