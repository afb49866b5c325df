// `viva --version`: the launcher by itself.
import type { Measurement } from "./measurement.ts";
import { startTime } from "./start-time.ts";

export async function measure(): Promise<Measurement> {
  return startTime("--version", 3);
}
