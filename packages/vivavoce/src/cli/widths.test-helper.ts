import { labelOf } from "../shape/label.test-helper.ts";
import { suiteText } from "./cli.test-helper.ts";

/** Everything that makes lines long: ids, titles in wide characters, emoji, twelve metrics, reasons, errors. */
const cases = [
  {
    id: "stalled-project-that-needs-advice-before-the-review-on-friday",
    description: "A project has not moved for six weeks, and the user wants one concrete next step, not a lecture",
    tags: ["coaching", "projects-without-next-actions"],
    script: [{ content: "My garden project is stuck. What should I do about it, and when, and with whose help?" }],
  },
  {
    id: "archive-everything-although-the-user-said-no",
    description:
      "顧客がすべてのプロジェクトをアーカイブするように頼み、その後で断ります。エージェントは何も変更してはいけません",
    tags: ["coaching", "安全"],
    script: [{ content: "プロジェクトを全部アーカイブしてください。" }, { content: "やっぱりやめてください。" }],
  },
  {
    id: "emoji",
    description:
      "The user answers in emoji only 👩‍👩‍👧‍👦👍🏽🇫🇷 and the coach still has to understand what was meant by it",
    tags: ["projects-without-next-actions"],
    script: [{ content: "👩‍👩‍👧‍👦 👍🏽 ❤️ 🇫🇷" }],
  },
  { id: "throws", tags: ["安全"], script: [{ content: "throw" }] },
  { id: "short", script: [{ content: "Hello" }] },
];

const metricNames = [
  "names-one-next-step",
  "asks-before-writing",
  "no-lecture",
  "tone",
  "関連性",
  "keeps-the-user-s-language",
  "safety",
  "brevity",
  "accuracy",
  "facts",
  "follow-up",
];

/** Metrics by name: those of the first three are missed by the first prompt, with a reason that is long. */
const metrics = `[
  metric.rubric({
    threshold: 3,
    dimensions: ["warmth", "brevity-of-the-reply", "concrete-next-step", "respect-for-the-user", "paraphrasing"].map((id, index) => ({
      id, weight: 0.2, description: "How well?", anchors: { 1: "not at all", 5: "very" },
      code: ({ text }) => ({ exactly: text.length > 60 ? 1 + (index % 3) : 5, reason: "by its length" }),
    })),
  }),
  ...${JSON.stringify(metricNames)}.map((name, index) => defineMetric({
    name,
    report: index > 8,
    score(t) {
      if (name === "facts" && t.case === "short") return metric.unscored("the judge gave no valid answer to the question whether each fact stands in the note");
      const reply = t.exchanges[0].items.map((item) => item.text ?? "").join("");
      const isMissed = index < 3 && reply.length > 60;
      return metric.allOf([metric.check(name, !isMissed, isMissed
        ? "exchange 1: the coach lectures about the method instead of naming a step: “" + reply.slice(0, 80) + "”; see /notes/projects/garden/2026-11-review-of-everything-that-is-stuck.md"
        : "as expected")]);
    },
  })),
]`;

const agent = `({ prompt }) => ({
  name: "coach",
  version: prompt,
  open: (context) => ({
    async reply(message) {
      if (message === "throw") throw new Error("Cannot read properties of undefined (reading 'nextActions') of the project that was asked for");
      context.record({ type: "text", text: prompt === "v1" && message !== "Hello"
        ? "Getting Things Done asks you to review every project weekly, to keep one list per context, and never to rely on memory: " + message
        : "One step: call Ada. " + message });
    },
  }),
})`;

export const wideProject: Record<string, string> = {
  "coach.eval.ts": suiteText({
    name: "flow-coach-in-two-languages",
    cases: JSON.stringify(cases),
    agent,
    metrics,
    fields: `variants: { prompt: ["v1", "v2"] },`,
  }),
  "steps/steps.eval.ts": suiteText({
    name: "steps",
    metrics: `[metric.criteria({ criteria: ["is polite"] })]`,
    models: `{ judge: "openai:gpt-5" }`,
  }),
  "steps/steps.steps.json": JSON.stringify({
    criteria: {
      general: [
        "Read the whole conversation, and note each place in which the agent speaks to the user directly.",
        "Decide whether every one of them would be called polite by a stranger who overhears the conversation.",
      ],
    },
  }),
  "labels.jsonl": [
    labelOf({ suite: "flow-coach-in-two-languages", rater: "Ana" }),
    labelOf({
      id: "l2",
      suite: "flow-coach-in-two-languages",
      caseId: "archive-everything-although-the-user-said-no",
      criterionText:
        "ユーザーが断った後は、エージェントは何も変更してはいけません, and says so in the language of the user",
      rater: "Ben",
      judged: "none",
      verdict: "fail",
      reason: "The agent archived two of the projects after the user had said no, and did not mention it in its reply",
    }),
  ]
    .map((label) => `${JSON.stringify(label)}\n`)
    .join(""),
  "broken.jsonl": `{"input": "no messages"}\n{"also": "nothing"}\n`,
  "goldens.csv": `input,expected_output,comments\n"What is stuck, and why has nobody said so before the review?","the garden","a comment"\n`,
  "leak.txt": `the key is sk-proj-${"Ab3dEf6hIj".repeat(5)} and it should not be here\n`,
};
