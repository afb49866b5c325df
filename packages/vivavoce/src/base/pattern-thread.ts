import { parentPort } from "node:worker_threads";
import { type PatternQuestion, searchPattern } from "./pattern-search.ts";

// Here a pattern that explodes holds up nobody; whoever asked ends this thread when the time is up.
parentPort?.on("message", (question: PatternQuestion) => parentPort?.postMessage(searchPattern(question)));
parentPort?.postMessage("ready");
