import { safeLine, safeText } from "../base/index.ts";
import { exchangeText, plainStyle } from "../report/index.ts";
import type { Exchange } from "../shape/index.ts";
import type { TranscriptPassage } from "./passage.ts";
import { playedOf } from "./played.ts";
import { showCommand } from "./trial-message.ts";

/** How many lines are shown of the exchange in question, and of its neighbours. */
const most = { marked: 30, beside: 12 };
const longestLine = 240;

/** A message with its exchange, marked, and the neighbouring ones; or if it has none, with the last three. */
export function withSurroundings(message: string, { transcript, number }: TranscriptPassage, about = number): string {
  const { exchanges, outcome } = transcript;
  const at = exchanges.findIndex((exchange) => exchange.number === about);
  const shown = at < 0 ? exchanges.slice(-3) : exchanges.slice(Math.max(0, at - 1), at + 2);
  const played = playedOf(transcript);
  return [
    safeText(message),
    "",
    ...shown.map((exchange) => marked(exchange, exchange.number === about)),
    ...(exchanges.length === 0 ? ["  (no exchanges)"] : []),
    ...(outcome.kind === "completed" ? [] : [`  ended: ${outcome.kind}: ${safeLine(outcome.message, 400)}`]),
    ...(played ? ["", showCommand(played.run.id, played.trial.caseId)] : []),
  ].join("\n");
}

function marked(exchange: Exchange, isMarked: boolean): string {
  const lines = exchangeText(exchange, plainStyle).split("\n");
  const limit = isMarked ? most.marked : most.beside;
  const kept = lines.length <= limit ? lines : [...lines.slice(0, limit), `  … ${lines.length - limit} more lines`];
  return kept.map((line, index) => `${isMarked && index === 0 ? ">" : " "} ${cut(line)}`).join("\n");
}

function cut(line: string): string {
  return line.length <= longestLine ? line : `${line.slice(0, longestLine)}…`;
}
