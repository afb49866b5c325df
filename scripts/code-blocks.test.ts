import { describe, expect, test } from "vitest";
import { codeBlocks, fileNameOf, shownCommands } from "./code-blocks.ts";

const page = `# Page

\`\`\`ts
// evals/agent.ts
export {};
\`\`\`

- in a list:

  \`\`\`yaml
  # cases/a.yaml
  id: a
    deep: 1
  \`\`\`

\`\`\`console
$ npx viva run
viva 0.1.0

PASS
$ echo $?
0
\`\`\`
`;

describe("the blocks of a page", () => {
  const blocks = codeBlocks(page);

  test("are found in order, with language and line", () => {
    expect(blocks.map(({ language, line }) => [language, line])).toEqual([
      ["ts", 3],
      ["yaml", 10],
      ["console", 16],
    ]);
  });

  test("in a list lose the list's indentation and keep their own", () => {
    expect(blocks[1]?.text).toBe("# cases/a.yaml\nid: a\n  deep: 1\n");
  });

  test("name their file in the first line, or none", () => {
    expect(blocks.map(fileNameOf)).toEqual(["evals/agent.ts", "cases/a.yaml", undefined]);
    expect(fileNameOf({ language: "ts", text: "// about agent.ts\n", line: 1 })).toBeUndefined();
  });

  test("of a console are commands with what they print", () => {
    expect(blocks[2] && shownCommands(blocks[2])).toEqual([
      { command: "npx viva run", output: "viva 0.1.0\n\nPASS\n" },
      { command: "echo $?", output: "0\n" },
    ]);
  });

  test("that are never closed are an error", () => {
    expect(() => codeBlocks("```ts\nexport {};\n")).toThrow("line 1 is never closed");
  });
});
