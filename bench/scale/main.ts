// npm run scale -- --trials N …: how long a run on a queue would take, on what, and what holds it up.
import { readFigures } from "./figures.ts";
import { scaleReport } from "./report.ts";
import { askedFor, usage } from "./scenario-flags.ts";

const asked = askedFor(process.argv.slice(2));
if (asked === "help") console.log(usage);
else if ("problems" in asked) {
  console.error(asked.problems.join("\n"));
  process.exitCode = 64;
} else console.log(scaleReport(readFigures(), asked.scenario, asked.prices));
