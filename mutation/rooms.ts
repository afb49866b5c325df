/** A room that is measured: the files that are changed, and the tests that should notice. */
interface Room {
  mutate: readonly string[];
  tests: readonly string[];
}

const source = "packages/vivavoce/src";
const ownTests = (room: string) => [`${source}/${room}/**/*.test.ts`];
const ownFiles = (room: string) => [
  `${source}/${room}/**/*.ts`,
  `!${source}/${room}/**/*.test*.ts`,
  // These lists only pass names on.
  `!${source}/${room}/{index,public}.ts`,
];

export const rooms: Record<string, Room> = {
  stats: { mutate: ownFiles("stats"), tests: ownTests("stats") },
  gate: { mutate: ownFiles("gate"), tests: ownTests("gate") },
  shape: { mutate: ownFiles("shape"), tests: ownTests("shape") },
  judge: { mutate: ownFiles("judge"), tests: ownTests("judge") },
};

/** The room that `main.ts` asks Stryker and Vitest to measure. */
export const room = process.env.VIVA_MUTATED_ROOM ?? "stats";

export function roomNamed(name: string): Room {
  const found = rooms[name];
  if (!found) throw new Error(`no room "${name}" is measured; there are ${Object.keys(rooms).join(", ")}`);
  return found;
}
