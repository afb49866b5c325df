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

/** The blocks of a report that answer this view, or any. The id of each is a request, such as "run?run=7f3a". */
export function blocksOf(page: Pick<Document, "querySelectorAll">, view = "") {
  return [...page.querySelectorAll('script[type="application/json"][id*="?"]')].flatMap(({ id, textContent }) => {
    const [name = "", query] = id.split("?", 2);
    return view === "" || name === view ? [{ view: name, asked: new URLSearchParams(query), text: textContent }] : [];
  });
}

/** What a report holds. */
export function ofDocument(page: Pick<Document, "querySelectorAll">): Capabilities {
  const blocks = blocksOf(page);
  const held = new Set(blocks.map(({ view }) => view));
  const id = blocks.find(({ view }) => view === "run")?.asked.get("run") ?? null;
  // A report without a run of its own is that of a comparison.
  const home = id === null ? (held.has("compare") ? "#/compare" : "#/") : `#/run/${encodeURIComponent(id)}`;
  return { holds: (view) => held.has(view), live: false, home };
}

export const Capable = createContext<Capabilities>(ofServer);
