import type { PageDocument } from "./dom.ts";
import { startPage } from "./start.ts";

/** The browser's own; everything else is given it. */
declare const document: PageDocument;

startPage(document);
