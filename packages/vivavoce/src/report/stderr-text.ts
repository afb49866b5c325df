import { safeText } from "../base/index.ts";
import type { Transcript } from "../shape/index.ts";

/** What an agent's command printed to stderr, by exchange; empty if it printed nothing. */
export function stderrText({ exchanges }: Transcript): string {
  return exchanges
    .flatMap(({ number, notes = [] }) => {
      const printed = notes.flatMap(({ name, value }) =>
        name === "stderr" && typeof value === "string" ? [value] : [],
      );
      return printed.length === 0 ? [] : [`── exchange ${number}\n${safeText(printed.join("\n"))}`];
    })
    .join("\n\n");
}
