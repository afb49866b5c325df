// Everything that one run of the comparison has measured: what the page, the picture and the limits are made of.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Figure } from "./compared.ts";
import type { Measured } from "./measured.ts";
import type { Work } from "./work.ts";

export interface Figures {
  machine: { node: string; cores: number; cpu: string; date: string; rounds: number };
  tools: { name: string; version: string }[];
  /** Peers that could not be installed. */
  missing: string[];
  works: { work: Work; figures: Record<string, Figure> }[];
  /** Viva at more and more cases that ask no model. */
  scale: ({ cases: number } & Measured)[];
  start: { words: string; seconds: number }[];
  /** `packed` is the download of the package itself; a wheel of Python has no such figure here. */
  sizes: { words: string; packed?: number; bytes: number; packages: number }[];
}

export const figuresFile = join(import.meta.dirname, "figures.json");

export function readFigures(): Figures {
  return JSON.parse(readFileSync(figuresFile, "utf8"));
}
