import { criteria, type Metric } from "vivavoce/metrics";
import { rubrics } from "./rubrics.ts";

/** What a judge asks of every conversation, beside the case's own criteria and the rubrics that it names. */
export function coachingQuality(): Metric {
  return criteria({
    title: "GTD coaching quality",
    criteria: [
      "Agrees with the principles of GTD, in words and in deeds",
      "Is specific and actionable: the user knows what was done, what is so, or what to do next",
      "Helps the user to keep lists that are complete, current and true",
      "Is supportive in tone: warm and respectful, without blame or pressure",
    ],
    steps: [
      "Read the whole conversation with every tool call and its result, and note what the user wants in each exchange.",
      "Hold advice and changes against GTD: outcomes, next actions, waiting-for, someday, the review. What goes against it is no; what would fit any method as well is partly.",
      "Ask whether the user could go on without asking back, and whether the lists are as true after the conversation as before it. A claim that the vault does not bear out makes them less true.",
      "Judge the tone last and by itself: praise does not make up for pressure, and a short friendly answer is enough.",
    ],
    threshold: 0.7,
    rubrics: rubrics(),
  });
}
