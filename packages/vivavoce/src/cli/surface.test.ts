import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { projectHere, suiteText } from "./cli.test-helper.ts";
import { commandNames } from "./commands.ts";
import { asWrittenNow } from "./old-spellings.ts";

const project = projectHere({ "exam.eval.ts": suiteText() });

describe("help", () => {
  test("fits a screen of 80 × 40, with the commands of every day first", async () => {
    const { stdout } = await project.viva("--help", { environment: { COLUMNS: "80" } });
    const lines = stdout.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    const [everyday = "", more = ""] = stdout.slice(stdout.indexOf("Commands:")).split("More:");
    const named = (text: string) => [...text.matchAll(/^ {2}([a-z]+)/gm)].map(([, name]) => name);
    expect(named(everyday)).toEqual(["init", "run", "list", "show", "view", "compare", "baseline", "score", "help"]);
    expect([...named(everyday).slice(0, -1), ...named(more)]).toEqual(commandNames);
  });

  test("does not show that an option has no values yet", async () => {
    for (const name of commandNames)
      expect((await project.viva(`help ${name}`)).stdout).not.toMatch(/default:\s*(?:\[\]|\{\})/);
  });
});

describe("an old spelling", () => {
  test.each([
    ["run --floor a=0.5 --case x", "run --gate floors.a=0.5 --case x"],
    ["run --floor=a=0.5", "run --gate floors.a=0.5"],
    [
      "gate latest --secondary a --secondary b --guard 0.2",
      "gate latest --gate secondary=a --gate secondary=b --gate guard=0.2",
    ],
    ["compare a b --scope like-these --primary m", "compare a b --gate scope=like-these --gate primary=m"],
    ["merge x --max-unscored 0.1 --max-skipped=0.2", "merge x --gate maxUnscored=0.1 --gate maxSkipped=0.2"],
    ["--store s.sqlite run --scope these", "--store s.sqlite run --gate scope=these"],
    ["power exam --detect 0.1", "compare --plan exam --detect 0.1"],
    ["power --margin 0.1 exam", "compare --plan --margin 0.1 exam"],
    ["dimensions latest --metric m --cases", "show --dimensions latest --metric m --verbose"],
    ["dimensions --variant p=a,b latest", "show --dimensions --variant p=a,b latest"],
    ["dimensions main latest --json", "compare --dimensions main latest --json"],
    ["help power", "help compare"],
    ["help dimensions", "help show"],
  ])("%s is %s", (old, now) => expect(asWrittenNow(old.split(" ")).join(" ")).toBe(now));

  test.each(["run --gate scope=these", "list --scope", "show power", "show latest dimensions", "--help", ""])(
    "what is written so today stays: %s",
    (line) => {
      const args = line.split(" ");
      expect(asWrittenNow(args)).toBe(args);
    },
  );

  test("works, and says what to type", async () => {
    await project.viva("run");
    const { code, stdout, stderr } = await project.viva("power exam --margin 0.1");
    expect([code, stderr]).toEqual([
      0,
      "viva: this is an old spelling, which Viva 0.3 will not know. Type: npx viva compare --plan exam --margin 0.1\n",
    ]);
    expect(stdout).toBe((await project.viva("compare --plan exam --margin 0.1")).stdout);
    const gated = await project.viva("gate --floor contains=1");
    expect(gated).toMatchObject({ code: 0, stderr: expect.stringContaining("npx viva gate --gate floors.contains=1") });
    expect((await project.viva("gate --floor charm=1")).code).toBe(64);
  });
});

test("Tab completes commands, options and parts of commands in bash", async () => {
  const { stdout } = await project.viva("completion bash");
  project.write({ "viva.bash": stdout });
  const completed = (...words: string[]) => {
    const list = words.map((word) => `'${word}'`).join(" ");
    const line = `. '${join(project.folder, "viva.bash")}'; COMP_WORDS=(viva ${list}); COMP_CWORD=${words.length}; _viva; echo "\${COMPREPLY[*]}"`;
    return execFileSync("bash", ["-c", line], { encoding: "utf8" }).trim();
  };
  expect(completed("co")).toBe("compare completion");
  expect(completed("run", "--conc")).toBe("--concurrency");
  expect(completed("run", "--case", "x", "--re")).toBe(
    "--repeat --requests-per-minute --replay --record --resume --report",
  );
  expect(completed("baseline", "s")).toBe("set");
  // Without a dash, files are offered.
  expect(completed("run", "ex")).toBe("");
  expect((await project.viva("completion zsh")).stdout).toBe(
    `autoload -Uz compinit bashcompinit && compinit && bashcompinit\n${stdout}`,
  );
});
