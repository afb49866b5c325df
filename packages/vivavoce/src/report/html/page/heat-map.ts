import type { PageDocument, PageElement, PageEvent } from "./dom.ts";

/** The words for the cells of a suite's heat maps, by variant, metric and case. */
export interface HeatMapData {
  metrics: string[];
  cases: string[];
  cells: string[][][];
}

/** Shows which case and metric the pointer is on, and opens the case on a click. */
export function startHeatMap(map: PageElement, caption: PageElement, data: HeatMapData, page: PageDocument): void {
  const number = (name: string) => Number(map.getAttribute(`data-${name}`));
  const [suite, variant, first, cell, left, width] = ["suite", "variant", "first", "cell", "left", "width"].map(number);
  const find = ({ clientX, clientY }: PageEvent) => {
    const box = map.getBoundingClientRect();
    const scale = (width ?? 0) / box.width;
    const column = Math.floor(((clientX - box.left) * scale - (left ?? 0)) / (cell ?? 1));
    const metric = Math.floor(((clientY - box.top) * scale) / (cell ?? 1));
    const index = (first ?? 0) + column;
    const name = column < 0 ? undefined : data.cases[index];
    return name === undefined || data.metrics[metric] === undefined ? undefined : { index, name, metric };
  };
  map.addEventListener("mousemove", (event) => {
    const found = find(event);
    const said = found && data.cells[variant ?? 0]?.[found.metric]?.[found.index];
    caption.textContent = found ? `${found.name} · ${data.metrics[found.metric]} ${said ?? ""}` : "";
  });
  map.addEventListener("mouseleave", () => {
    caption.textContent = "";
  });
  map.addEventListener("click", (event) => {
    const found = find(event);
    const row = found ? page.getElementById(`c${suite}-${found.index}`) : null;
    if (!row) return;
    row.hidden = false;
    row.open = true;
    row.scrollIntoView({ block: "start" });
  });
}
