import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodings, seen, writtenIn } from "../base/fixtures/encodings.ts";
import { scriptedServer } from "../testing/index.ts";
import { asking, casesOf, projectHere, suiteText } from "./cli.test-helper.ts";

/** Recognised by its format, from the environment, and from a .env file. */
const canaries = {
  format: `sk-${"canary".repeat(5)}`,
  environment: "environment-canary-4711",
  file: "dotenv-canary-0815-x",
};

/** Everything that Viva wrote, as text. */
function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => /\.viva|cassettes/.test(file) && statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
}

describe("secrets stay out", () => {
  test("of store, recordings, reports and errors, wherever they come from", async () => {
    const said = Object.values(canaries)
      .flatMap((canary) => [canary, ...Object.keys(encodings).map((encoding) => writtenIn(encoding, canary))])
      .join(" and ");
    await using server = await scriptedServer({
      answer: ({ messages }) => {
        const asked = String(messages.at(-1)?.content);
        if (asked.includes("fault")) return { fault: "status", status: 400, message: `bad request: ${said}` };
        return `${asked}: ${said}`;
      },
    });
    const models = `{ agent: { model: "compatible:any", baseURL: ${JSON.stringify(server.url)}, keyVariable: "SERVICE_TOKEN" } }`;
    const { viva, start, folder, write } = projectHere({
      "a.eval.ts": suiteText({ agent: asking, models, cases: casesOf("one", "fault") }),
      ".env": `OTHER_SECRET=${canaries.file}\n`,
    });
    const environment = { SERVICE_TOKEN: canaries.environment };
    const recorded = await viva("run --record --verbose", { environment });
    expect(recorded.code).toBe(3);
    const played = await start("play a.eval.ts", { environment, input: casesOf("one").slice(1, -1) }).ended;
    expect(played.code).toBe(0);
    write({ "b.eval.ts": suiteText({ before: `throw new Error(${JSON.stringify(said)});` }) });
    const broken = await viva("run b.eval.ts", { environment });
    expect(broken.code).toBe(64);
    const described = [{ id: "one", description: said, tags: [said], script: [{ content: "Hello" }] }];
    write({ "b.eval.ts": suiteText({ cases: JSON.stringify(described) }) });
    const listed = await viva("list --cases b.eval.ts --json", { environment });
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("[redacted:") });

    const everything =
      [recorded, played, broken, listed].map(({ stdout, stderr }) => stdout + stderr).join("\n") + filesIn(folder);
    expect(everything).toContain("[redacted:");
    const visible = seen(everything);
    for (const canary of Object.values(canaries)) {
      for (const [name, [write]] of Object.entries(encodings)) {
        expect(visible.includes(seen(write(canary))), `${canary} ${name}`).toBe(false);
      }
    }
    expect(server.requests).not.toHaveLength(0);
  });
});
