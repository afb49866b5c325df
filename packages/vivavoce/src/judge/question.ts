import type { Model } from "../model/index.ts";
import type { Transcript } from "../shape/index.ts";

/** Where words can be quoted from. */
export type QuoteSource = "reply" | "user" | "call" | "result" | "fact";

/**
 * The evidence that a verdict needs: a quote; a quote or the statement that there is nothing to quote (`absent`: "it never
 * asked"); a quote if there is one; nothing. Every quote must be in the record. Where quotes are required, one of them is
 * what the agent said or did, or a change in the world: the user's lines and given facts alone say nothing about a reply.
 */
export type EvidenceRule = "required" | "required-or-absent" | "optional" | "none";

/** One verdict that may be given, and when. */
export interface MenuEntry {
  /** The verdict, in a word or two. */
  verdict: string;
  /** When it is to be given. */
  meaning: string;
  /** Set if this verdict needs more or less evidence than the question asks for. */
  evidence?: EvidenceRule | undefined;
  /** Set if the verdict is not about what the agent did: a quote of the user or of a fact is enough. */
  anywhere?: boolean | undefined;
}

/** One thing to be judged. Made by code before the judge is asked. */
export interface Item {
  /** Letters, digits, and `_ . : -`. */
  id: string;
  /** What the judge is to decide on. */
  text: string;
  /** The exchange it is about; the whole conversation if left out. */
  exchange?: number | undefined;
  /** Where the text is from, if it is part of the record, such as a sentence of a reply. */
  source?: QuoteSource | undefined;
  /** A menu of its own. */
  menu?: readonly MenuEntry[] | undefined;
  /** Set if its verdicts need more evidence than the question asks for. */
  evidence?: EvidenceRule | undefined;
}

/** Something that is true, whatever was said: a reference text, the state of the world. */
export interface Fact {
  /** Letters, digits, and `_ . : -`. */
  id: string;
  /** What it is about. */
  title: string;
  /** What is true. */
  text: string;
}

/** How much of the world the judge is shown, if Viva sees it: as it was before, or also as it was afterwards. */
export type WorldView = "none" | "before" | "before-and-after";

/** A typed question about one conversation: a verdict from the menu for each item. */
export interface Question {
  /** Whose question it is; the metric's name. */
  name: string;
  /** The task, in words; goes to the judge as instructions. */
  instructions: string;
  /** How to go about it, one step after the other. */
  steps?: readonly string[] | undefined;
  items: readonly Item[];
  menu: readonly MenuEntry[];
  facts?: readonly Fact[] | undefined;
  evidence: EvidenceRule;
  /** Where quotes may come from; anywhere in the record if left out. */
  sources?: readonly QuoteSource[] | undefined;
  /** Turns, tool calls with their results, and history are always shown; the world only if it is asked for. */
  world?: WorldView | undefined;
}

/** What is judged: one conversation, and which repeat of its case it is. */
export interface Subject {
  transcript: Transcript;
  repeat: number;
}

/** The evidence that a verdict needs. */
export function evidenceRule(
  question: Pick<Question, "evidence">,
  entry: MenuEntry,
  item: Pick<Item, "evidence"> = {},
): EvidenceRule {
  return entry.evidence ?? item.evidence ?? question.evidence;
}

/** Every entry that some item can be given. */
export function allEntries({ items, menu }: Pick<Question, "items" | "menu">): MenuEntry[] {
  return [...menu, ...items.flatMap((item) => item.menu ?? [])];
}

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

const negations = [
  ...["no", "not", "never", "none", "nothing", "nobody", "neither", "nor", "without", "cannot", "\\w+n['’]t"],
  ...["absent", "absence", "missing", "lack(?:s|ing)?", "free of", "clear of", "avoid\\w*", "refrain\\w*", "omit\\w*"],
  ...["forbid\\w*", "unchanged", "untouched", "as (?:it|they) (?:was|were)"],
  ...["kein\\w*", "nicht\\w*", "nie", "niemals", "ohne", "sans", "jamais", "sin", "nunca"],
];
const negation = new RegExp(`(?<![\\p{L}\\p{N}])(?:${negations.join("|")})(?![\\p{L}\\p{N}])`, "iu");

/**
 * Whether words ask that something is absent, such as "Never name a price". Only there is it evidence for the agent that
 * there is nothing to quote. Where this misses a wording, the judge has to quote where it could have happened.
 */
export function asksForAbsence(words: string): boolean {
  return negation.test(words);
}

/** The evidence that a verdict for the agent needs: a quote, unless the words ask that something is absent. */
export function evidenceFor(words: string): { evidence?: "required" } {
  return asksForAbsence(words) ? {} : { evidence: "required" };
}
