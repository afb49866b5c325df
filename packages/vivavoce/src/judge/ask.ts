import { InputError } from "../base/index.ts";
import type { Model } from "../model/index.ts";
import { inFormOf } from "../shape/index.ts";
import { type Finding, inquire, samplingSettings, together } from "./attempts.ts";
import { fence } from "./fence.ts";
import type { ItemVerdict, Judgement } from "./judgement.ts";
import { parseAnswer } from "./parse-answer.ts";
import { answerForm, questionMessages, questionText, rules } from "./prompt.ts";
import { allEntries, type Fact, inOrderFor, type Question, type Subject } from "./question.ts";
import { Passages } from "./quotes.ts";
import { recordOf, sizeOfRecord, windowsOf, worldFacts } from "./record.ts";
import { validateAnswer } from "./validate-answer.ts";

interface AskOptions {
  /** How often each model is asked the same question. */
  samples?: number | undefined;
  /** If left out: the model's own for one sample, 0.7 for several. */
  temperature?: number | undefined;
  /** Characters that fit into one call; a longer conversation is judged in windows. */
  budget?: number | undefined;
}

/**
 * Asks a judge, or each of a panel, a question and returns checked verdicts: one for each item, from the menu, with quotes
 * that are in the record. Throws `Unscored` if there is no valid answer. It takes one call per model and sample if the
 * conversation fits. Calls are made one after the other, so that a tape holds them in order.
 *
 * @example
 * const { samples } = await ask(judge.model("polite"), {
 *   name: "polite", instructions: "Was the agent polite?", evidence: "required",
 *   items: [{ id: "polite", text: "The agent was polite." }],
 *   menu: [{ verdict: "yes", meaning: "it was" }, { verdict: "no", meaning: "it was not" }],
 * }, { transcript, repeat: judge.repeat });
 */
export async function ask(
  models: Model | readonly Model[],
  question: Question,
  subject: Subject,
  options: AskOptions = {},
): Promise<Judgement> {
  checkQuestion(question);
  const { samples: count = 1, budget } = options;
  // Facts from the metric may be quoted like those of the case.
  const given = inFormOf(subject.transcript).value(question.facts ?? []);
  const facts = [...worldFacts(subject.transcript, question.world), ...given];
  const { exchanges } = subject.transcript;
  const windows = windowsOf({
    exchanges,
    items: question.items,
    budget,
    // Instructions, history, facts.
    repeated() {
      const rest = recordOf({ history: subject.transcript.history, exchanges: [] }, facts, 0);
      return rules.length + questionText(question).length + sizeOfRecord(rest);
    },
  });
  const findings: Finding<ItemVerdict[]>[] = [];
  const samples: Judgement["samples"] = [];
  for (const model of [models].flat()) {
    for (let sample = 1; sample <= count; sample++) {
      const verdicts: ItemVerdict[] = [];
      for (const window of windows) {
        const settings = samplingSettings(sample, count, options.temperature);
        const finding = await askWindow(model, question, subject, { window, facts, settings });
        findings.push(finding);
        verdicts.push(...finding.value);
      }
      samples.push({ model: model.id, verdicts: inOrder(verdicts, question) });
    }
  }
  return { samples, agreements: agreementsOf(samples), ...together(findings) };
}

interface WindowAsking {
  window: ReturnType<typeof windowsOf>[number];
  facts: readonly Fact[];
  settings: ReturnType<typeof samplingSettings>;
}

function askWindow(
  model: Model,
  whole: Question,
  { transcript, repeat }: Subject,
  { window, facts, settings }: WindowAsking,
): Promise<Finding<ItemVerdict[]>> {
  const question = inOrderFor(model, { ...whole, items: window.items });
  const { history, exchanges, outcome } = transcript;
  const isLast = window.exchanges.at(-1) === exchanges.at(-1);
  const shown = { history, exchanges: window.exchanges, outcome: isLast ? outcome : undefined };
  const mark = fence.mark(transcript, repeat);
  const record = recordOf(shown, facts, exchanges.length);
  const passages = new Passages(shown, facts);
  return inquire(model, {
    items: question.items.length,
    request: (refusal) => ({
      messages: questionMessages(question, window.exchanges, { record, mark, refusal }),
      output: answerForm(question),
      ...settings,
    }),
    read(answer) {
      const parsed = parseAnswer(answer);
      return parsed.ok ? validateAnswer(parsed.value, question, passages) : parsed;
    },
  });
}

function inOrder(verdicts: readonly ItemVerdict[], { items }: Question): ItemVerdict[] {
  const byId = new Map(verdicts.map((verdict) => [verdict.id, verdict]));
  return items.flatMap(({ id }) => byId.get(id) ?? []);
}

/** What several samples say about each item. All votes are kept, and ties stay ties. */
function agreementsOf(samples: Judgement["samples"]): Judgement["agreements"] {
  const [first] = samples;
  return (first?.verdicts ?? []).map(({ id }, index) => {
    const voices = samples.flatMap(({ verdicts }) => verdicts[index] ?? []);
    const byVerdict = Map.groupBy(voices, ({ verdict }) => verdict);
    const votes = Object.fromEntries([...byVerdict].map(([verdict, own]) => [verdict, own.length]));
    return { id, votes, winner: winnerOf(votes), voices };
  });
}

function winnerOf(votes: Record<string, number>): string | undefined {
  const most = Math.max(...Object.values(votes));
  const leaders = Object.keys(votes).filter((verdict) => votes[verdict] === most);
  return leaders.length === 1 ? leaders[0] : undefined;
}

const plainId = /^[\w.:-]+$/;

/** Refuses a question that no answer could fit. */
function checkQuestion(question: Question): void {
  const { name, items } = question;
  const ids = items.map(({ id }) => id);
  const problems = [
    ...(items.length === 0 ? ["there is nothing to judge: the question has no items"] : []),
    ...doubled(ids).map((id) => `two items have the id ${JSON.stringify(id)}`),
    ...ids
      .filter((id) => !plainId.test(id))
      .map((id) => `${JSON.stringify(id)} is not an id for an item: use letters, digits and _ . : -`),
    ...items.flatMap((item) => menuProblems(item.id, item.menu ?? question.menu)),
    ...(allEntries(question).some(({ verdict }) => verdict.trim() !== verdict || verdict === "")
      ? ["a verdict is blank, or has blanks around it"]
      : []),
  ];
  if (problems.length > 0) throw new InputError(problems.map((problem) => ({ message: `${name}: ${problem}` })));
}

function menuProblems(id: string, menu: Question["menu"]): string[] {
  if (menu.length < 2) return [`item ${id} leaves the judge no choice: its menu has ${menu.length} verdict(s)`];
  return doubled(menu.map(({ verdict }) => verdict)).map((verdict) => `the menu of item ${id} has "${verdict}" twice`);
}

function doubled(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, index) => texts.indexOf(text) !== index))];
}
