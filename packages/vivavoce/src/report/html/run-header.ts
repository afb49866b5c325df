import type { StoredRun } from "../../store/index.ts";
import { type Html, html } from "./escape-html.ts";

/** Which run this is, and whether anything was measured at all. */
export function runHeader({ id, createdAt, finishedAt, header, suites }: StoredRun): Html {
  const when = new Date(createdAt).toISOString();
  const facts = [`viva ${header.viva}`, `Node ${header.node}`, ...(finishedAt === undefined ? ["unfinished"] : [])];
  const notice = measured(suites);
  return html`<header>
<h1>Viva · run <span class="id">${id}</span></h1>
<p class="facts"><time datetime="${when}">${when.slice(0, 19).replace("T", " ")} UTC</time> · ${facts.join(" · ")}</p>
${notice === undefined ? undefined : html`<p class="measured">${notice}</p>`}
</header>
`;
}

/** What a reader must know before the figures: a replay measures nothing. */
export function measured(suites: StoredRun["suites"]): string | undefined {
  const replayed = suites.filter(({ header }) => header.mode === "replay");
  if (replayed.length === 0) return undefined;
  const which = replayed.length === suites.length ? "" : `${replayed.map(({ name }) => name).join(", ")}: `;
  const byHand = replayed.some(({ header }) => header.variants.some(({ origin }) => origin !== "recorded"));
  return byHand
    ? `${which}replayed from recordings that were written by hand. Nothing was measured: they show how Viva works, not how good a model is.`
    : `${which}replayed from recordings. No model was asked, so nothing was measured anew.`;
}
