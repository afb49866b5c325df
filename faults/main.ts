// npm run test:faults: misbehaving agents, then seeded faults over run, record, score and resume. Exits with 1 when
// anything was lost, doubled or told wrongly.
//   --faults N   how many faults (1,000)      --seed N     other random numbers
//   --only agents|episodes                    --episode N  one episode again, by the seed that a complaint names
//   --write      puts the figures into docs/promises.md
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { doWhatIsLeft } from "../packages/vivavoce/src/after-file.test-helper.ts";
import { playKinds } from "./agents/play-kinds.ts";
import { playEpisodes } from "./episodes/play-episodes.ts";

const { values } = parseArgs({
  options: {
    faults: { type: "string", default: "1000" },
    seed: { type: "string", default: "10" },
    episode: { type: "string" },
    only: { type: "string" },
    write: { type: "boolean", default: false },
  },
});

const say = (line: string) => console.log(line);
const figures: string[] = [];
let isRight = true;
if (values.only !== "episodes" && values.episode === undefined) {
  const { lines, isRight: are } = await playKinds(say);
  figures.push(...lines);
  isRight &&= are;
}
if (values.only !== "agents") {
  const faults = wholeNumber("faults", values.faults);
  const seed = wholeNumber("seed", values.seed);
  const episode = values.episode === undefined ? undefined : wholeNumber("episode", values.episode);
  const { lines, isRight: are } = await playEpisodes({ faults, seed, episode, say });
  figures.push(...lines);
  isRight &&= are;
}
say(`\n${figures.join("\n")}`);
if (values.write) writeFigures(figures);
await doWhatIsLeft();
process.exit(isRight ? 0 : 1);

function wholeNumber(name: string, given: string): number {
  const value = Number(given);
  if (Number.isSafeInteger(value) && value >= 0) return value;
  console.error(`--${name} is ${given}: pass a whole number`);
  process.exit(64);
}

/** Between the two marks on the page of promises. */
function writeFigures(lines: readonly string[]): void {
  const page = join(import.meta.dirname, "../docs/promises.md");
  const marked = /(<!-- figures -->\n)[\s\S]*?(<!-- \/figures -->)/;
  const list = lines.map((line) => `- ${line}`).join("\n");
  writeFileSync(page, readFileSync(page, "utf8").replace(marked, `$1\n${list}\n\n$2`));
}
