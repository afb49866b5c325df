// The whole table of misbehaving agents, in every mode of playing.
import { someAtATime } from "../some-at-a-time.ts";
import { misbehaviours } from "./neighbours.ts";
import { modes, type Played, playKind } from "./play-kind.ts";

export async function playKinds(say: (line: string) => void): Promise<{ lines: string[]; isRight: boolean }> {
  // The costly ones first and one after the other, beside the others: each of them takes a core or a gigabyte.
  const todo = misbehaviours.flatMap((kind) => modes.map((mode) => ({ kind, mode })));
  const costly = todo.filter(({ kind }) => kind.costly);
  const cheap = todo.filter(({ kind }) => !kind.costly);
  const played: Played[] = [];
  const play = async ({ kind, mode }: (typeof todo)[number]) => {
    const one = await playKind(kind, mode);
    played.push(one);
    if (one.complaints.length > 0) say(`WRONG  ${kind.name} (${mode}): ${one.complaints.join("; ")}`);
  };
  await Promise.all([someAtATime(1, costly, play), someAtATime(2, cheap, play)]);
  const lines = modes.map((mode) => {
    const own = played.filter((one) => one.mode === mode);
    const touched = own.reduce((sum, one) => sum + one.touched, 0);
    const wrongCodes = own.filter(({ hasRightCode }) => !hasRightCode).length;
    const wrong = own.filter(({ complaints }) => complaints.length > 0).length;
    return `misbehaving agents, ${mode}: ${own.length} kinds, ${touched} neighbours touched, ${wrongCodes} wrong exit codes, ${wrong} with any complaint`;
  });
  return { lines, isRight: played.every(({ complaints }) => complaints.length === 0) };
}
