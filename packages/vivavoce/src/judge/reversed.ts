import type { Model } from "../model/index.ts";
import type { Item, MenuEntry } from "./question.ts";

/** A judge's model that is shown everything it can choose from in reverse order. */
interface ReversedModel extends Model {
  readonly order: "reversed";
}

/** The same model, but shown the items of every question, and their verdicts, last to first. For audits of the judge. */
export function inReverse(model: Model): Model {
  const { id, settings } = model;
  const reversed: ReversedModel = { id, settings, call: (...asked) => model.call(...asked), order: "reversed" };
  return reversed;
}

interface Ordered {
  items: readonly Item[];
  menu?: readonly MenuEntry[] | undefined;
}

/** The question in the order in which this model is shown it. */
export function inOrderFor<Q extends Ordered>(model: Model, question: Q): Q {
  if (!("order" in model)) return question;
  const items = question.items.map((item) => (item.menu ? { ...item, menu: item.menu.toReversed() } : item));
  return { ...question, items: items.toReversed(), ...(question.menu ? { menu: question.menu.toReversed() } : {}) };
}
