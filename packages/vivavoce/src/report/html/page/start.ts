import type { PageDocument, PageElement } from "./dom.ts";
import { startFilter } from "./filter.ts";
import type { GraphPicture } from "./graph.ts";
import { type HeatMapData, startHeatMap } from "./heat-map.ts";
import { fillCase, readBlock, type TrialSettings } from "./trials.ts";

/** Starts the page: filters, heat maps, and transcripts that are made when their case is opened. */
export function startPage(page: PageDocument): void {
  const written = page.getElementById("as-written");
  const settings: TrialSettings = {
    page,
    graphs: readBlock<GraphPicture[]>(page, "graphs") ?? [],
    asWritten: () => written?.checked ?? false,
  };
  for (const row of page.querySelectorAll(".case")) {
    row.addEventListener("toggle", () => {
      if (row.open) fillCase(row, settings);
    });
    if (row.open) fillCase(row, settings);
  }
  written?.addEventListener("change", () => {
    for (const row of page.querySelectorAll(".case[open]")) fillCase(row, settings);
  });
  for (const suite of page.querySelectorAll(".suite")) startSuite(suite, page);
  for (const control of page.querySelectorAll("[data-needs-script]")) control.hidden = false;
}

function startSuite(suite: PageElement, page: PageDocument): void {
  startFilter(suite);
  const caption = suite.querySelector(".caption");
  const data = readBlock<HeatMapData>(page, `s${suite.getAttribute("data-suite")}`);
  if (!caption || !data) return;
  for (const map of suite.querySelectorAll(".heat")) startHeatMap(map, caption, data, page);
}
