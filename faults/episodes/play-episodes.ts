// Episodes until there were so many faults, some of them at a time.
import { mulberry32 } from "../../packages/vivavoce/src/base/random.ts";
import { calmResults, type EpisodeResult, playEpisode } from "./episode.ts";
import { Tally } from "./tally.ts";

const atATime = 3;
const faultsOfEpisode = 40;

export interface EpisodesSettings {
  faults: number;
  seed: number;
  /** The seed of one episode, to play only that. */
  episode?: number | undefined;
  say(line: string): void;
}

export async function playEpisodes({ faults, seed, episode, say }: EpisodesSettings) {
  say(`seed ${seed}, ${faults} faults`);
  const calm = await calmResults();
  const random = mulberry32(seed);
  const tally = new Tally();
  const results: EpisodeResult[] = [];
  const next = async () => {
    while (episode === undefined ? tally.total < faults : results.length === 0) {
      const one = episode ?? Math.floor(random() * 2 ** 32);
      const result = await playEpisode({ seed: one, faults: faultsOfEpisode, calm });
      results.push(result);
      tally.addAll(result.tally);
      for (const complaint of result.complaints) say(`WRONG  ${complaint}`);
      if (result.complaints.length > 0)
        say(`       npm run test:faults -- --episode ${one}   repeats it, as far as times repeat`);
    }
  };
  await Promise.all(Array.from({ length: episode === undefined ? atATime : 1 }, next));
  for (const line of tally.lines()) say(line);
  const sum = (count: (result: EpisodeResult) => number) => results.reduce((all, one) => all + count(one), 0);
  const lines = [
    `faults: ${tally.total} in ${results.length} disturbed runs (seed ${seed}): ${sum(({ lost }) => lost)} trials lost, ${sum(({ doubled }) => doubled)} doubled, ${sum(({ different }) => different)} different from an undisturbed run, ${sum(({ wrongSums }) => wrongSums)} wrong sums`,
    `calls made again that were in flight, not yet committed or timed out when a fault struck: ${sum(({ repeated }) => repeated)}`,
  ];
  return { lines, isRight: results.every(({ complaints }) => complaints.length === 0) };
}
