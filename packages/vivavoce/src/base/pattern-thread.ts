import { parentPort } from "node:worker_threads";
import { type PatternQuestion, searchPattern } from "./pattern-search.ts";

// A slow pattern blocks only this thread, which the caller ends when the time is up.
parentPort?.on("message", (question: PatternQuestion) => parentPort?.postMessage(searchPattern(question)));
parentPort?.postMessage("ready");
