import { InputError, type Problem } from "../base/index.ts";
import { allEntries, menuOf, type Question } from "./question.ts";

const plainId = /^[\w.:-]+$/;

/** Refuses a question that no answer could fit. */
export function checkQuestion(question: Question): void {
  const problems = problemsOf(question).map((message): Problem => ({ message: `${question.name}: ${message}` }));
  if (problems.length > 0) throw new InputError(problems);
}

function problemsOf(question: Question): string[] {
  const { items } = question;
  const ids = items.map(({ id }) => id);
  return [
    ...(items.length === 0 ? ["there is nothing to judge: the question has no items"] : []),
    ...doubled(ids).map((id) => `two items have the id ${JSON.stringify(id)}`),
    ...ids
      .filter((id) => !plainId.test(id))
      .map((id) => `${JSON.stringify(id)} is not an id for an item: use letters, digits and _ . : -`),
    ...items.flatMap((item) => menuProblems(item.id, menuOf(question, item))),
    ...(allEntries(question).some(({ verdict }) => verdict.trim() !== verdict || verdict === "")
      ? ["a verdict is blank, or has blanks around it"]
      : []),
  ];
}

function menuProblems(id: string, menu: Question["menu"]): string[] {
  if (menu.length < 2) return [`item ${id} leaves the judge no choice: its menu has ${menu.length} verdict(s)`];
  return doubled(menu.map(({ verdict }) => verdict)).map((verdict) => `the menu of item ${id} has "${verdict}" twice`);
}

function doubled(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))];
}
