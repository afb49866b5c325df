import { evidenceFor, type Fact, type MenuEntry, type Question, type WorldView } from "../../../judge/index.ts";
import type { BinaryNode, ChoiceNode, Found, TaskNode } from "./node.ts";

export type JudgedNode = TaskNode | BinaryNode | ChoiceNode;

export interface QuestionSettings {
  /** The metric's name. */
  name: string;
  instructions?: string | undefined;
  world?: WorldView | undefined;
  /** What the earlier tasks found, by id. */
  found: Readonly<Record<string, Found>>;
}

export const foundVerdict = "found";

/** The question that a node puts to the judge. */
export function nodeQuestion(node: JudgedNode, { name, instructions, world, found }: QuestionSettings): Question {
  const facts = Object.entries(found).map(([id, one]) => foundFact(id, one));
  return {
    name,
    instructions: [introduction(node), ...(instructions === undefined ? [] : [instructions])].join("\n\n"),
    items: [{ id: node.id, text: node.question, ...(node.kind === "binary" ? evidenceFor(node.question) : {}) }],
    menu: menuOfNode(node),
    evidence: "required-or-absent",
    facts,
    world,
    // An earlier finding of the judge is not evidence for a later verdict.
    ...(world === undefined || world === "none" ? { sources: ["reply", "user", "call", "result"] } : {}),
  };
}

function introduction({ kind }: JudgedNode): string {
  if (kind === "task") {
    return "The item says what to find in the conversation. Quote every passage that shows it, and say in the reasoning, in full, what you found: others go by that alone.";
  }
  return "The item is a question about the conversation. Answer it by the record alone. What the user says, what was said before the exam and the given facts are there to understand what the agent did, unless the question is about them.";
}

function menuOfNode(node: JudgedNode): MenuEntry[] {
  if (node.kind === "task") {
    return [
      { verdict: foundVerdict, meaning: "the record has it", evidence: "required", anywhere: true },
      { verdict: "nothing", meaning: "the record has nothing of the kind", evidence: "none" },
    ];
  }
  if (node.kind === "choice") {
    return Object.entries(node.options).map(([verdict, meaning]) => ({
      ...{ verdict, meaning, anywhere: true },
      ...evidenceFor(`${verdict} ${meaning}`),
    }));
  }
  // The question may be about the user.
  return [
    { verdict: "yes", meaning: "the answer to the question is yes", anywhere: true },
    { verdict: "no", meaning: "the answer is no", evidence: "required-or-absent", anywhere: true },
  ];
}

function foundFact(id: string, { question, found, text, quotes }: Found): Fact {
  const words = quotes.map(
    (quote) => `“${quote.text}”${quote.exchange === undefined ? "" : ` (exchange ${quote.exchange})`}`,
  );
  const result = found ? [text, ...words] : ["Nothing of the kind.", text];
  return { id: `found:${id}`, title: `What was found before: ${question}`, text: result.filter(Boolean).join("\n") };
}
