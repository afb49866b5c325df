import { shellWord } from "../base/index.ts";
import { failureLines } from "../report/index.ts";
import { isMissed, type Score, type Transcript } from "../shape/index.ts";

/** "npx viva show 7f3a archive-everything" */
export function showCommand(run: string, caseId: string): string {
  return `To see all of it: npx viva show ${run} ${shellWord(caseId)}`;
}

/** Each metric that did not pass, with its value, threshold and reasons. */
export function reasonLines(transcript: Transcript, scores: readonly Score[]): string[] {
  const lines = failureLines({ scores, transcript });
  const told = lines.map(({ source, text }, index) => {
    const isFirst = lines.findIndex((line) => line.source === source) === index;
    return { source: isFirst ? source : "", text: isFirst ? `${valueText(source, scores)}${text}` : text };
  });
  const width = Math.max(0, ...told.map(({ source }) => source.length));
  return told.map(({ source, text }) => `  ${source.padEnd(width)}  ${text}`);
}

function valueText(metric: string, scores: readonly Score[]): string {
  const score = scores.find((one) => one.metric === metric);
  if (score?.status !== "scored" || !score.checks.some(isMissed)) return "";
  return `${score.value.toFixed(2)}, passes at ${score.threshold}: `;
}
