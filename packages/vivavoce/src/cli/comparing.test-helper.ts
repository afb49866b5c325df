import { projectHere, suiteText, type TestProject } from "./cli.test-helper.ts";

/** How many of the 60 cases each version of the agent gets wrong. */
const wrong = { good: 0, slight: 3, bad: 20 };

/** A suite of 60 cases whose agent comes in three versions; `metrics` and further fields as source text. */
export function sixtyCases({ metrics = "[contains()]", fields = "", before = "" } = {}): string {
  return suiteText({
    cases: `Array.from({ length: 60 }, (_, index) => ({
      id: "case-" + (index + 1),
      tags: [index % 2 === 0 ? "even" : "odd"],
      script: [{ content: "Hello " + (index + 1) }],
      expect: { contains: ["Hello " + (index + 1)] },
    }))`,
    agent: `({ version }) => ({
      name: "greeter",
      version,
      open: (context) => ({
        async reply(message) {
          const number = Number(message.split(" ").at(-1));
          const text = number <= ${JSON.stringify(wrong)}[version] ? "Go away" : message;
          context.record({ type: "text", text });
        },
      }),
    })`,
    metrics,
    before,
    fields: `variants: { version: ["good", "slight", "bad"] }, ${fields}`,
  });
}

export function greeterProject(given: Parameters<typeof sixtyCases>[0] = {}): TestProject {
  return projectHere({ "exam.eval.ts": sixtyCases(given) });
}

/** Plays a version; the run's id. */
export async function play(project: TestProject, version: keyof typeof wrong, more = ""): Promise<string> {
  const { code, stderr } = await project.viva(`run --variant version=${version} ${more}`);
  if (code !== 0 && code !== 1) throw new Error(`the run ended with ${code}: ${stderr}`);
  const [newest] = await project.runs();
  if (!newest) throw new Error("there is no run");
  return newest.id;
}
