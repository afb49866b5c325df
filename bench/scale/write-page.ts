// node bench/scale/write-page.ts: puts the figures and what `npm run scale` prints into docs/scale.md.
import { readFigures } from "./figures.ts";
import { writePage } from "./page.ts";

writePage(readFigures());
