/** A room that is measured: the files that are changed, and the tests that should notice. */
interface Room {
  mutate: readonly string[];
  tests: readonly string[];
}

const source = "packages/vivavoce/src";

/** The files of each room that decide something: to change every file would take hours. */
const core: Record<string, readonly string[]> = {
  stats: ["bounded-mean", "assured-mean", "non-inferior-mean", "wilson", "mcnemar", "kappa"],
  gate: ["verdict", "decision", "policy", "trial-status"],
  shape: ["case-values", "gate-policy"],
  judge: ["parse-answer", "validate-answer", "quotes", "question", "rate"],
};

export const rooms = Object.keys(core);

/** The room that `main.ts` asks Stryker and Vitest to measure, and whether all of its files. */
export const name = process.env.VIVA_MUTATED_ROOM ?? "stats";
export const isWhole = process.env.VIVA_MUTATED_FILES === "all";

export function roomNamed(room: string): Room {
  const files = core[room];
  if (!files) throw new Error(`no room "${room}" is measured; there are ${rooms.join(", ")}`);
  const own = `${source}/${room}`;
  return {
    // `index.ts` and `public.ts` only pass names on.
    mutate: isWhole
      ? [`${own}/**/*.ts`, `!${own}/**/*.test*.ts`, `!${own}/{index,public}.ts`]
      : files.map((file) => `${own}/${file}.ts`),
    tests: [`${own}/**/*.test.ts`],
  };
}
