import { readdir, readFile } from "node:fs/promises";
import { type Case, caseSchema } from "vivavoce";
import { coachCase } from "../case.ts";

const folder = new URL("../cases/", import.meta.url);

/** Every case of the suite, as a run would be given it, with the file it stands in. */
export async function shippedCases(): Promise<(Case & { file: string })[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith(".json")).sort();
  const lists = await Promise.all(
    files.map(async (file) => {
      const written: unknown = JSON.parse(await readFile(new URL(file, folder), "utf8"));
      return [written].flat().map((one) => ({ file, ...caseSchema.parse(coachCase.parse(one)) }));
    }),
  );
  return lists.flat();
}
