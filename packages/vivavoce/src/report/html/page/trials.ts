import type { TrialView } from "../trial-view.ts";
import { conversation } from "./conversation.ts";
import type { PageDocument, PageElement } from "./dom.ts";
import { type GraphPicture, graphDrawing } from "./graph.ts";
import { linkMaker } from "./inline-markdown.ts";
import { type Make, maker, type PageChild } from "./make.ts";
import { markdown } from "./markdown.ts";
import { scoreList } from "./scores.ts";

/** The data in a block of the page. */
export function readBlock<Data>(page: PageDocument, id: string): Data | undefined {
  const text = page.getElementById(id)?.textContent;
  return text ? (JSON.parse(text) as Data) : undefined;
}

export interface TrialSettings {
  page: PageDocument;
  graphs: readonly GraphPicture[];
  /** Whether replies are shown as they were written. */
  asWritten(): boolean;
}

/** Puts the trials of a case into its row, side by side if there are several. */
export function fillCase(row: PageElement, settings: TrialSettings): void {
  const { page } = settings;
  const views = (row.getAttribute("data-trials") ?? "").split(" ").map((id) => readBlock<TrialView>(page, id));
  const make = maker(page);
  const shown = views.filter((view) => view !== undefined).map((view) => trialOf(view, make, settings));
  const place = row.querySelector(".trials");
  place?.setAttribute("class", shown.length > 1 ? "trials several" : "trials");
  place?.replaceChildren(...shown);
}

function trialOf(view: TrialView, make: Make, { page, graphs, asWritten }: TrialSettings): PageElement {
  const link = linkMaker(page);
  const reply = (text: string) => (asWritten() ? [text] : markdown(text, make, link));
  const trial = make(
    "article",
    { class: "trial" },
    view.title === ""
      ? undefined
      : make("h3", { class: view.status }, view.title, make("span", { class: "badge" }, view.status)),
    conversation(view, make, reply),
    scoreList(view.scores, make),
    drawings(view, make, page, graphs),
  );
  trial.addEventListener("click", ({ target }) => {
    const exchange = placeOf(target)?.getAttribute("data-exchange");
    if (exchange) showExchange(trial, exchange);
  });
  return trial;
}

/** The deciding graphs, below both columns because they are wide. */
function drawings({ scores }: TrialView, make: Make, page: PageDocument, graphs: TrialSettings["graphs"]): PageChild[] {
  return scores.map(({ metric, graph }) => {
    const picture = graph && graphs[graph.id];
    if (!picture) return undefined;
    return make(
      "figure",
      { class: "drawing" },
      make("figcaption", {}, metric),
      graphDrawing(picture, graph.path, page),
    );
  });
}

function placeOf(target: unknown): PageElement | null {
  return (target as PageElement).closest(".place");
}

/** Jumps from a quote to the exchange in which it was said. */
function showExchange(trial: PageElement, exchange: string): void {
  for (const section of trial.querySelectorAll(".exchange")) {
    const wanted = section.getAttribute("data-exchange") === exchange;
    section.setAttribute("class", wanted ? "exchange lit" : "exchange");
    if (wanted) section.scrollIntoView({ block: "center" });
  }
}
