import type { RequestReading } from "../model/index.ts";
import type { GatewayTrial } from "./types.ts";
export function wronglyLaid(_r: RequestReading, _t: GatewayTrial, _all: GatewayTrial[]): Error | undefined {
  return undefined;
}
export function strayCall(_rest: string, _all: GatewayTrial[]): Error {
  return new Error("stray");
}
