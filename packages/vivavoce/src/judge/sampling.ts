import type { ModelRequest } from "../model/index.ts";

/** At temperature 0 the same question would get the same answer again. */
const samplingTemperature = 0.7;

export type SamplingSettings = Pick<ModelRequest, "temperature" | "seed">;

/** A model that is asked once keeps its own settings. For several samples it needs a temperature, and a seed for each. */
export function samplingSettings(sample: number, count: number, temperature: number | undefined): SamplingSettings {
  if (count === 1) return temperature === undefined ? {} : { temperature };
  return { temperature: temperature ?? samplingTemperature, seed: sample };
}

/** The same request with another seed. */
export function freshRequest(request: ModelRequest): ModelRequest {
  const { temperature = 0, seed } = request;
  return {
    ...request,
    temperature: Math.max(temperature, samplingTemperature),
    ...(seed === undefined ? {} : { seed: seed + 1_000 }),
  };
}
