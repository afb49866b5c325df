import { z } from "zod";
import { InputError } from "../base/index.ts";
import { jsonSchemaOf } from "../case/index.ts";
import { transcriptSchema } from "../shape/index.ts";
import { caseSource, loadSuites } from "../suite/index.ts";
import { commandOf } from "./command.ts";
import { printJson } from "./print.ts";
import { keepStdoutForTheReport } from "./streams.ts";
import { surroundings } from "./surroundings.ts";

export default commandOf({
  takes: [["[suite]", "a suite's name, file or folder; without it the config's only suite"]],
  flags: { "--transcript": "print the schema of a transcript instead" },
  notes: "Point your editor at the output: viva schema evals/coach.eval.ts > cases/case.schema.json",
  async act(flags, path: string | undefined) {
    keepStdoutForTheReport();
    const schema = flags.transcript ? z.toJSONSchema(transcriptSchema) : await caseSchemaOf(path);
    printJson(schema);
  },
});

async function caseSchemaOf(path: string | undefined): Promise<unknown> {
  const { project, cwd } = await surroundings();
  const suites = await loadSuites(project, path === undefined ? [] : [path], cwd);
  const [first, second] = suites;
  if (!first || second) {
    const names = suites.map(({ file }) => file).join(", ");
    throw new InputError({ message: `there are several suites: ${names}`, remedy: "Name one of them." });
  }
  return jsonSchemaOf(caseSource(first.suite));
}
