// Whether memory stays flat: the resident memory of 100,000 cases against that of 1,000.
import type { Measurement } from "./measurement.ts";
import { atSizes } from "./performance/parts.ts";
import { megabytes } from "./performance/targets.ts";

const limit = 1.5;
/** Each case may leave an id and where it stands. */
const bytesOfCase = 200;

/** When V8 collects depends on what else the machine does: above the limit, the lower of two more rounds counts. */
export async function measure(): Promise<Measurement> {
  const once = await inRounds(1);
  return once.value <= limit ? once : inRounds(2);
}

async function inRounds(rounds: number): Promise<Measurement> {
  const [small, large] = (await atSizes([1_000, 100_000], rounds)).map(({ memory }) => memory);
  return {
    what: "resident memory of 100,000 cases against 1,000",
    value: ((large ?? Number.NaN) - 99_000 * bytesOfCase) / (small ?? Number.NaN),
    limit,
    detail: `without ${bytesOfCase} bytes a case; ${megabytes(large)} at the most with 100,000 cases, ${megabytes(small)} with 1,000`,
  };
}
