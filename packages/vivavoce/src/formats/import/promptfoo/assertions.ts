import { isJsonObject, type JsonObject, type JsonValue, patternProblem } from "../../../base/index.ts";
import type { CaseInput } from "../../../shape/index.ts";
import { textOf } from "../safe-json.ts";
import { listOf } from "./assertion-text.ts";
import { adviceFor } from "./without-twin.ts";

/** A text as a regular expression that matches it exactly. */
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");

/** The same, whatever its capitals. */
const folded = (text: string) => (text === "" ? "" : `(?i:${escaped(text)})`);

/** Matches a reply in which a pattern matches nowhere. */
const lacks = (pattern: string) => `^(?![\\s\\S]*(?:${pattern}))`;

/** Matches a reply in which at least one of the patterns matches nowhere. */
const notAll = (patterns: readonly string[]) => `^(?!${patterns.map((pattern) => `(?=[\\s\\S]*${pattern})`).join("")})`;

type Expect = NonNullable<CaseInput["expect"]>;

/** What the assertions of one test ask for, gathered for one case or one line of it. */
export interface Asked {
  expect: Expect;
  criteria: string[];
  /** Of each criterion; undefined where it has to hold in full. */
  thresholds: (number | undefined)[];
}

/** What became of an assertion. */
type AssertionVerdict =
  | { kind: "imported"; becomes: string; metrics: string[] }
  | { kind: "changed"; becomes: string; metrics: string[] }
  | { kind: "unfit"; advice: string };

interface Given {
  value: JsonValue | undefined;
  threshold: number | undefined;
  negated: boolean;
  vars: JsonObject;
}

/** Puts an assertion into what is asked, or says why it does not fit. Its values have been filled in. */
export function ask(asked: Asked, assertion: JsonObject, vars: JsonObject): AssertionVerdict {
  const written = textOf(assertion.type ?? "");
  const negated = written.startsWith("not-");
  const type = negated ? written.slice("not-".length) : written;
  const twin = Object.hasOwn(twins, type) ? twins[type] : undefined;
  const threshold = typeof assertion.threshold === "number" ? assertion.threshold : undefined;
  return (
    twin?.(asked, { value: assertion.value, threshold, negated, vars }) ?? { kind: "unfit", advice: adviceFor(type) }
  );
}

const twins: Record<string, (asked: Asked, given: Given) => AssertionVerdict | undefined> = {
  equals(asked, { value, negated }) {
    const text = scalar(value);
    if (text === undefined) return undefined;
    if (negated) return match(asked, `^(?!\\s*${escaped(text)}\\s*$)`);
    if (asked.expect.equals !== undefined) return match(asked, `^\\s*${escaped(text)}\\s*$`);
    asked.expect.equals = text;
    return scoredBy("expect.equals (white space around the reply does not count)", "equals()");
  },
  contains(asked, { value, negated }) {
    const text = scalar(value);
    if (text === undefined || text === "") return undefined;
    if (negated) return match(asked, lacks(escaped(text)));
    return contain(asked, [text]);
  },
  "contains-all": (asked, { value, negated }) => {
    const texts = scalars(value);
    if (texts.length === 0) return undefined;
    return negated ? match(asked, notAll(texts.map(escaped))) : contain(asked, texts);
  },
  "contains-any": (asked, { value, negated }) => anyOf(asked, scalars(value).map(escaped), negated),
  icontains(asked, { value, negated }) {
    const text = scalar(value);
    return text === undefined || text === "" ? undefined : anyOf(asked, [folded(text)], negated);
  },
  "icontains-any": (asked, { value, negated }) => anyOf(asked, scalars(value).map(folded), negated),
  "icontains-all": (asked, { value, negated }) => {
    const texts = scalars(value).map(folded);
    if (texts.length === 0) return undefined;
    if (negated) return match(asked, notAll(texts));
    return texts.map((text) => match(asked, text)).at(-1);
  },
  "starts-with": (asked, { value, negated }) => {
    const text = scalar(value);
    if (text === undefined || text === "") return undefined;
    return match(asked, negated ? `^(?!${escaped(text)})` : `^${escaped(text)}`);
  },
  regex(asked, { value, negated }) {
    const source = scalar(value);
    if (source === undefined || source === "") return undefined;
    const problem = patternProblem(source);
    if (problem !== undefined)
      return { kind: "unfit", advice: `it is not a regular expression of JavaScript: ${problem}` };
    return negated ? match(asked, lacks(source)) : match(asked, source, "imported");
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
    const reference = scalar(given.value);
    if (reference === undefined || reference === "" || asked.expect.reference !== undefined) return undefined;
    const verdict = contexts(asked, given, "contextualRecall");
    if (verdict) asked.expect.reference = reference;
    return verdict;
  },
  "trajectory:tool-used": (asked, { value, negated }) => {
    const names = typeof value === "string" ? [value] : Array.isArray(value) ? scalars(value) : [];
    // A name with a wildcard stands for many tools, and a case names each.
    if (names.length === 0 || names.some((name) => /[*?]/.test(name))) return undefined;
    asked.expect.tools = [
      ...(asked.expect.tools ?? []),
      ...names.map((name) => ({ shouldCall: !negated, tools: [name] })),
    ];
    return scoredBy("expect.tools", "toolUse()");
  },
  "tool-call-f1": (asked, { value, threshold, negated }) => {
    const names = scalars(value);
    if (negated || names.length === 0 || asked.expect.calls !== undefined) return undefined;
    asked.expect.calls = names.map((name) => ({ name }));
    return scoredBy("expect.calls", metricAt("toolCalls", threshold));
  },
};

function factuality(asked: Asked, { value, negated }: Given): AssertionVerdict | undefined {
  const facts = scalar(value);
  if (negated || facts === undefined || facts === "") return undefined;
  asked.expect.reference ??= facts;
  return asCriterion(asked, `Nothing that the agent says contradicts this: ${facts}`, 1);
}

function similar(asked: Asked, { value, negated }: Given): AssertionVerdict | undefined {
  const texts = [value ?? []].flat().map(textOf);
  if (negated || texts.length === 0) return undefined;
  return asCriterion(
    asked,
    `The reply means the same as ${texts.length > 1 ? "one of these" : "this"}: ${texts.join(" / ")}`,
    1,
  );
}

function criterion(asked: Asked, { value, threshold, negated }: Given): AssertionVerdict | undefined {
  const texts = scalars(Array.isArray(value) ? value : [value ?? ""]).filter((text) => /\S/.test(text));
  if (texts.length === 0) return undefined;
  // What must not reach a threshold must not hold in part either.
  for (const text of texts)
    asCriterion(asked, negated ? `It is not the case that: ${text}` : text, negated ? undefined : threshold);
  return scoredBy("expect.criteria", "criteria()");
}

function asCriterion(asked: Asked, text: string, threshold: number | undefined): AssertionVerdict {
  asked.criteria.push(text);
  // At 0 promptfoo's grader still has to let it pass.
  asked.thresholds.push(threshold !== undefined && threshold > 0 && threshold <= 1 ? threshold : undefined);
  return {
    kind: "changed",
    becomes: "a criterion in expect.criteria, which a judge decides; scored by criteria()",
    metrics: ["criteria()"],
  };
}

function limit(
  asked: Asked,
  name: "cost" | "latencyMs" | "wordsPerReply",
  { threshold, negated }: Pick<Given, "threshold" | "negated">,
): AssertionVerdict | undefined {
  if (negated || threshold === undefined || !(threshold > 0)) return undefined;
  const before = asked.expect.limits?.[name];
  asked.expect.limits = {
    ...asked.expect.limits,
    [name]: before === undefined ? threshold : Math.min(before, threshold),
  };
  return scoredBy(`expect.limits.${name}`, "limits()");
}

function contexts(asked: Asked, { vars, negated, threshold }: Given, metric: string): AssertionVerdict | undefined {
  const found = scalars(vars.context ?? []).filter((text) => /\S/.test(text));
  if (negated || found.length === 0) return undefined;
  asked.expect.contexts = typeof vars.context === "string" ? [vars.context] : found;
  return scoredBy("expect.contexts", metricAt(metric, threshold));
}

function metricAt(name: string, threshold: number | undefined): string {
  return threshold === undefined ? `${name}()` : `${name}({ threshold: ${threshold} })`;
}

function contain(asked: Asked, texts: readonly string[]): AssertionVerdict {
  asked.expect.contains = [...(asked.expect.contains ?? []), ...texts.filter((text) => text !== "")];
  return scoredBy("expect.contains", "contains()");
}

function anyOf(asked: Asked, patterns: readonly string[], negated: boolean): AssertionVerdict | undefined {
  const wanted = patterns.filter((pattern) => pattern !== "");
  if (wanted.length === 0) return undefined;
  const either = wanted.length === 1 ? (wanted[0] ?? "") : `(?:${wanted.join("|")})`;
  return match(asked, negated ? lacks(either) : either);
}

function match(asked: Asked, pattern: string, kind: "imported" | "changed" = "changed"): AssertionVerdict {
  asked.expect.matches = [...(asked.expect.matches ?? []), pattern];
  const becomes = kind === "imported" ? "expect.matches" : "a regular expression in expect.matches";
  return { kind, becomes: `${becomes}, scored by matches()`, metrics: ["matches()"] };
}

function scoredBy(field: string, metric: string): AssertionVerdict {
  return { kind: "imported", becomes: `${field}, scored by ${metric}`, metrics: [metric] };
}

function scalar(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value)
    : undefined;
}

/** None if one of them is not a text: an assertion without that part would check less than it says. */
function scalars(value: JsonValue | undefined): string[] {
  const texts = listOf(value).map(scalar);
  return texts.every((text) => text !== undefined) ? texts : [];
}
