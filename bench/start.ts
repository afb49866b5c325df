// `viva list`: a command that loads Viva and opens a store, and does next to nothing.
import type { Measurement } from "./measurement.ts";
import { startTime } from "./start-time.ts";

export async function measure(): Promise<Measurement> {
  return startTime("list", 12);
}
