import { createContext } from "react";

/** What the page's source can answer: a server answers everything, a report's file only what it holds. */
export interface Capabilities {
  holds(view: string): boolean;
  /** Whether the source tells of changes. */
  live: boolean;
  /** The address of the first page. */
  home: string;
}

export const ofServer: Capabilities = { holds: () => true, live: true, home: "#/" };

/** What a report holds, by the ids of its blocks: each is a request, such as "run?run=7f3a". */
export function ofDocument(page: Pick<Document, "querySelectorAll">): Capabilities {
  const blocks = [...page.querySelectorAll('script[type="application/json"][id*="?"]')].map(({ id }) => id);
  const held = new Set(blocks.map((id) => id.split("?", 1)[0]));
  const run = blocks.find((id) => id.startsWith("run?"));
  const id = run === undefined ? null : new URLSearchParams(run.slice("run?".length)).get("run");
  // A report without a run of its own is that of a comparison.
  const home = id === null ? (held.has("compare") ? "#/compare" : "#/") : `#/run/${encodeURIComponent(id)}`;
  return { holds: (view) => held.has(view), live: false, home };
}

export const Capable = createContext<Capabilities>(ofServer);
