import type { Agreement, ItemVerdict, Sample } from "./judgement.ts";

/** What several samples say about each item. All votes are kept, and ties stay ties. */
export function agreementsOf(samples: readonly Sample[]): Agreement[] {
  const [first] = samples;
  return (first?.verdicts ?? []).map(({ id }, index) => {
    const voices = samples.flatMap(({ verdicts }) => verdicts[index] ?? []);
    const votes = countVotes(voices);
    return { id, votes, winner: winnerOf(votes), voices };
  });
}

function countVotes(voices: readonly ItemVerdict[]): Record<string, number> {
  const votes = new Map<string, number>();
  for (const { verdict } of voices) votes.set(verdict, (votes.get(verdict) ?? 0) + 1);
  return Object.fromEntries(votes);
}

function winnerOf(votes: Record<string, number>): string | undefined {
  const most = Math.max(...Object.values(votes));
  const leaders = Object.keys(votes).filter((verdict) => votes[verdict] === most);
  return leaders.length === 1 ? leaders[0] : undefined;
}
