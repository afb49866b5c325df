import type { PageDocument } from "./dom.ts";
import { startPage } from "./start.ts";

/** The browser's document; every other module gets it as a parameter. */
declare const document: PageDocument;

startPage(document);
