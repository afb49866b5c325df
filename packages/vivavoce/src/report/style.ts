import { styleText } from "node:util";
import { columnsOf } from "../base/index.ts";
import type { Decision, Verdict } from "../shape/index.ts";

/** Colours for a terminal, or none. */
export interface Style {
  /** The width to fit into; undefined: lines may be of any length. */
  columns?: number | undefined;
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  warn(text: string): string;
}

/** `NO_COLOR` is obeyed; a pipe gets plain text. */
export function terminalStyle(
  stream: { isTTY?: boolean; columns?: number },
  environment: Record<string, string | undefined>,
): Style {
  const forced = environment.FORCE_COLOR !== undefined && environment.FORCE_COLOR !== "0";
  const coloured = !environment.NO_COLOR && (forced || (stream.isTTY === true && environment.TERM !== "dumb"));
  const columns = columnsOf(stream, environment);
  return { ...(coloured ? colours : plainStyle), ...(columns === undefined ? {} : { columns }) };
}

type Format = Parameters<typeof styleText>[0];
const paint = (format: Format) => (text: string) => styleText(format, text, { validateStream: false });

const colours: Style = {
  bold: paint("bold"),
  dim: paint("dim"),
  good: paint("green"),
  bad: paint("red"),
  warn: paint("yellow"),
};

const same = (text: string) => text;
export const plainStyle: Style = { bold: same, dim: same, good: same, bad: same, warn: same };

export function showVerdict({ verdict, reason, leftOut }: Decision, style: Style): string {
  const said = verdict === "pass" ? (leftOut === undefined ? "" : `, ${leftOut}`) : `: ${reason}`;
  return `${verdictWord(verdict, style)}${said}`;
}

/** "PASS", in its colour. */
export function verdictWord(verdict: Verdict, style: Style): string {
  const paint = verdict === "pass" ? style.good : verdict === "fail" ? style.bad : style.warn;
  return paint(verdict.toUpperCase());
}
