import { isJsonObject, type JsonObject, type JsonValue, jsonIn, patternProblem } from "../../../base/index.ts";
import { type CaseInput, testableSchema } from "../../../shape/index.ts";
import { textOf } from "../safe-json.ts";
import { listOf } from "./assertion-text.ts";

/** A text as a regular expression that matches it exactly. */
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** The same, whatever its capitals. */
const folded = (text: string) => (text === "" ? "" : `(?i:${escaped(text)})`);

/** Matches a reply in which a pattern matches nowhere. */
const lacks = (pattern: string) => `^(?![\\s\\S]*(?:${pattern}))`;

/** Matches a reply in which at least one of the patterns matches nowhere. */
const notAll = (patterns: readonly string[]) => `^(?!${patterns.map((pattern) => `(?=[\\s\\S]*${pattern})`).join("")})`;

/** What the assertions of one test ask for, gathered for one case or one line of it. */
interface Asked {
  expect: NonNullable<CaseInput["expect"]>;
  criteria: string[];
  /** Of each criterion; undefined where it has to hold in full. */
  thresholds: (number | undefined)[];
}

/** What became of an assertion. A text instead says why it does not fit into a case. */
interface Verdict {
  fate: "imported" | "changed";
  becomes: string;
  metric: string;
}

/** An assertion without its type. */
interface Given {
  value: JsonValue | undefined;
  /** The value if it is one text, and not empty. */
  text: string | undefined;
  /** The value as a list of texts. */
  texts: string[];
  threshold: number | undefined;
  negated: boolean;
  vars: JsonObject;
}

/** Puts an assertion into what is asked; undefined or the reason if it does not fit. Its values have been filled in. */
export function ask(asked: Asked, { type = "", value, threshold }: JsonObject, vars: JsonObject) {
  const written = textOf(type);
  const name = written.replace(/^not-/, "");
  const given: Given = {
    value,
    text: scalar(value) || undefined,
    texts: scalars(value),
    threshold: typeof threshold === "number" ? threshold : undefined,
    negated: name !== written,
    vars,
  };
  return Object.hasOwn(twins, name) ? twins[name]?.(asked, given) : undefined;
}

type Twin = (asked: Asked, given: Given) => Verdict | string | undefined;

const factuality: Twin = (asked, { text, negated }) => {
  if (negated || text === undefined) return undefined;
  asked.expect.reference ??= text;
  return asCriterion(asked, `Nothing that the agent says contradicts this: ${text}`, 1);
};

const similar: Twin = (asked, { value, negated }) => {
  const texts = [value ?? []].flat().map(textOf);
  if (negated || texts.length === 0) return undefined;
  const which = texts.length > 1 ? "one of these" : "this";
  return asCriterion(asked, `The reply means the same as ${which}: ${texts.join(" / ")}`, 1);
};

const criterion: Twin = (asked, { value, threshold, negated }) => {
  const texts = scalars(Array.isArray(value) ? value : [value ?? ""]).filter((text) => /\S/.test(text));
  if (texts.length === 0) return undefined;
  // What must not reach a threshold must not hold in part either.
  for (const text of texts)
    asCriterion(asked, negated ? `It is not the case that: ${text}` : text, negated ? undefined : threshold);
  return scoredBy("expect.criteria", "criteria()");
};

/** What each type of assertion becomes; undefined where its value does not fit. */
const twins: Record<string, Twin> = {
  equals: (asked, { value, negated }) => {
    const text = scalar(value);
    if (text === undefined) return undefined;
    if (negated) return match(asked, `^(?!\\s*${escaped(text)}\\s*$)`);
    if (asked.expect.equals !== undefined) return match(asked, `^\\s*${escaped(text)}\\s*$`);
    asked.expect.equals = text;
    return scoredBy("expect.equals (white space around the reply does not count)", "equals()");
  },
  contains: (asked, { text, negated }) => {
    if (text === undefined) return undefined;
    return negated ? match(asked, lacks(escaped(text))) : contain(asked, [text]);
  },
  "contains-all": (asked, { texts, negated }) => {
    if (texts.length === 0) return undefined;
    return negated ? match(asked, notAll(texts.map(escaped))) : contain(asked, texts);
  },
  "contains-any": (asked, { texts, negated }) => anyOf(asked, texts.map(escaped), negated),
  icontains: (asked, { text = "", negated }) => anyOf(asked, [folded(text)], negated),
  "icontains-any": (asked, { texts, negated }) => anyOf(asked, texts.map(folded), negated),
  "icontains-all": (asked, { texts, negated }) => {
    if (negated && texts.length > 0) return match(asked, notAll(texts.map(folded)));
    return texts.map((text) => match(asked, folded(text))).at(-1);
  },
  "starts-with": (asked, { text, negated }) => {
    if (text === undefined) return undefined;
    return match(asked, negated ? `^(?!${escaped(text)})` : `^${escaped(text)}`);
  },
  regex: (asked, { text, negated }) => {
    if (text === undefined) return undefined;
    const problem = patternProblem(text);
    if (problem !== undefined) return `it is not a regular expression of JavaScript: ${problem}`;
    return negated ? match(asked, lacks(text)) : match(asked, text, "imported");
  },
  "is-json": ({ expect }, { value, negated }) => {
    const schema = typeof value === "string" ? jsonIn(value) : value;
    const isSecond = isJsonObject(expect.json) && schema !== undefined;
    if (negated || isSecond || (value !== undefined && !isJsonObject(schema))) return undefined;
    const { error } = testableSchema.safeParse(schema ?? {});
    if (error) return `Viva cannot test its schema: ${error.issues[0]?.message}`;
    if (!isJsonObject(expect.json)) expect.json = isJsonObject(schema) ? schema : true;
    return scoredBy("expect.json", "json({ onlyExpected: true })");
  },
  "llm-rubric": criterion,
  "model-graded-closedqa": criterion,
  "g-eval": criterion,
  factuality,
  "model-graded-factuality": factuality,
  similar,
  "similar:cosine": similar,
  "similar:dot": similar,
  "similar:euclidean": similar,
  "is-refusal": (asked, { negated }) =>
    asCriterion(asked, negated ? "The agent does not refuse the request." : "The agent refuses the request.", 1),
  cost: (asked, given) => limit(asked, "cost", given),
  latency: (asked, given) => limit(asked, "latencyMs", given),
  "word-count": (asked, { value, negated }) => {
    if (!isJsonObject(value) || Object.keys(value).some((key) => key !== "max")) return undefined;
    return limit(asked, "wordsPerReply", { threshold: Number(value.max), negated });
  },
  "context-faithfulness": (asked, given) => contexts(asked, given, "faithfulness"),
  "context-relevance": (asked, given) => contexts(asked, given, "contextualRelevancy"),
  "context-recall": (asked, given) => {
    if (given.text === undefined || asked.expect.reference !== undefined) return undefined;
    const verdict = contexts(asked, given, "contextualRecall");
    if (verdict) asked.expect.reference = given.text;
    return verdict;
  },
  "trajectory:tool-used": (asked, { value, negated }) => {
    const names = typeof value === "string" ? [value] : Array.isArray(value) ? scalars(value) : [];
    // A name with a wildcard stands for many tools, and a case names each.
    if (names.length === 0 || names.some((name) => /[*?]/.test(name))) return undefined;
    const tools = names.map((name) => ({ shouldCall: !negated, tools: [name] }));
    asked.expect.tools = [...(asked.expect.tools ?? []), ...tools];
    return scoredBy("expect.tools", "toolUse()");
  },
  "tool-call-f1": (asked, { texts, threshold, negated }) => {
    if (negated || texts.length === 0 || asked.expect.calls !== undefined) return undefined;
    asked.expect.calls = texts.map((name) => ({ name }));
    return scoredBy("expect.calls", metricAt("toolCalls", threshold));
  },
};

function asCriterion(asked: Asked, text: string, threshold: number | undefined): Verdict {
  asked.criteria.push(text);
  // At 0 promptfoo's grader still has to let it pass.
  asked.thresholds.push(threshold !== undefined && threshold > 0 && threshold <= 1 ? threshold : undefined);
  const becomes = "a criterion in expect.criteria, which a judge decides; scored by criteria()";
  return { fate: "changed", becomes, metric: "criteria()" };
}

function limit(
  { expect }: Asked,
  name: "cost" | "latencyMs" | "wordsPerReply",
  { threshold, negated }: Pick<Given, "threshold" | "negated">,
): Verdict | undefined {
  if (negated || threshold === undefined || !(threshold > 0)) return undefined;
  expect.limits = { ...expect.limits, [name]: Math.min(expect.limits?.[name] ?? threshold, threshold) };
  return scoredBy(`expect.limits.${name}`, "limits()");
}

function contexts(asked: Asked, { vars, negated, threshold }: Given, metric: string): Verdict | undefined {
  const found = scalars(vars.context ?? []).filter((text) => /\S/.test(text));
  if (negated || found.length === 0) return undefined;
  asked.expect.contexts = typeof vars.context === "string" ? [vars.context] : found;
  return scoredBy("expect.contexts", metricAt(metric, threshold));
}

function metricAt(name: string, threshold: number | undefined): string {
  return threshold === undefined ? `${name}()` : `${name}({ threshold: ${threshold} })`;
}

function contain(asked: Asked, texts: readonly string[]): Verdict {
  asked.expect.contains = [...(asked.expect.contains ?? []), ...texts.filter((text) => text !== "")];
  return scoredBy("expect.contains", "contains()");
}

function anyOf(asked: Asked, patterns: readonly string[], negated: boolean): Verdict | undefined {
  const wanted = patterns.filter((pattern) => pattern !== "");
  if (wanted.length === 0) return undefined;
  const either = wanted.length === 1 ? (wanted[0] ?? "") : `(?:${wanted.join("|")})`;
  return match(asked, negated ? lacks(either) : either);
}

function match(asked: Asked, pattern: string, fate: Verdict["fate"] = "changed"): Verdict {
  asked.expect.matches = [...(asked.expect.matches ?? []), pattern];
  const becomes = fate === "imported" ? "expect.matches" : "a regular expression in expect.matches";
  return { fate, becomes: `${becomes}, scored by matches()`, metric: "matches()" };
}

function scoredBy(field: string, metric: string): Verdict {
  return { fate: "imported", becomes: `${field}, scored by ${metric}`, metric };
}

function scalar(value: JsonValue | undefined): string | undefined {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : undefined;
}

/** None if one of them is not a text: an assertion without that part would check less than it says. */
function scalars(value: JsonValue | undefined): string[] {
  const texts = listOf(value).map(scalar);
  return texts.every((text) => text !== undefined) ? texts : [];
}
