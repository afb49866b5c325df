// npm run test:mutation: changes the source of a room on purpose, one place at a time, and counts the changes that its
// tests notice. Without arguments it measures every room of rooms.ts.
//   ROOM …       only these rooms
//   --all        every file of them, not only those that decide
//   --survivors  prints each change that no test noticed
//   --write      puts the figures into docs/mutation.md
//   --force      measures everything anew; otherwise only what has changed since the last time
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { roomNamed, rooms } from "./rooms.ts";
import { countsOf, type Report, rowOf, survivorsOf, tableHead } from "./score.ts";

const root = join(import.meta.dirname, "..");
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: "boolean", default: false },
    survivors: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    force: { type: "boolean", default: false },
  },
});
const names = positionals.length > 0 ? positionals : rooms;
names.forEach(roomNamed);

const rows: string[] = [];
for (const name of names) {
  const report = measure(name);
  rows.push(rowOf(values.all ? `\`${name}\`, all files` : `\`${name}\``, countsOf(report)));
  if (values.survivors) console.log(`\n${survivorsOf(report).join("\n")}`);
}
console.log(`\n${[...tableHead, ...rows].join("\n")}`);
if (values.write) writeRows(rows);

function measure(name: string): Report {
  const stryker = join(root, "mutation/node_modules/@stryker-mutator/core/bin/stryker.js");
  const args = [stryker, "run", "mutation/stryker.config.js", ...(values.force ? ["--force"] : [])];
  const env = { ...process.env, VIVA_MUTATED_ROOM: name, VIVA_MUTATED_FILES: values.all ? "all" : "core" };
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
  return JSON.parse(readFileSync(join(root, `mutation/reports/${name}${values.all ? "-all" : ""}.json`), "utf8"));
}

/**
 * Each row takes the place of the one of its room, so that rooms can be measured on different days. The table of files
 * names the rooms too, but has fewer cells.
 */
function writeRows(measured: readonly string[]): void {
  const page = join(root, "docs/mutation.md");
  const cells = (row: string) => row.split("|");
  const isSame = (row: string, line: string) =>
    cells(row).length === cells(line).length && cells(row)[1] === cells(line)[1];
  const lines = readFileSync(page, "utf8")
    .split("\n")
    .map((line) => (line.startsWith("| `") ? (measured.find((row) => isSame(row, line)) ?? line) : line));
  writeFileSync(page, lines.join("\n"));
}
