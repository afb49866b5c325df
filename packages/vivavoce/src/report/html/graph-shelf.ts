import type { Score } from "../../metric/index.ts";
import { decidedBy, graphPicture } from "./graph-picture.ts";
import type { GraphPicture } from "./page/graph.ts";
import type { ScoreView } from "./trial-view.ts";

/** The graphs of a page, each laid out and kept once, however many trials it decided. */
export class GraphShelf {
  readonly pictures: GraphPicture[] = [];
  readonly #places = new Map<string, number>();

  /** Which graph decided a score, and its path; undefined if none did. */
  place(score: Score): ScoreView["graph"] {
    const decided = decidedBy(score);
    if (!decided) return undefined;
    const key = JSON.stringify(decided.graph);
    const known = this.#places.get(key);
    if (known !== undefined) return { id: known, path: decided.path };
    const id = this.pictures.push(graphPicture(decided.graph)) - 1;
    this.#places.set(key, id);
    return { id, path: decided.path };
  }
}
