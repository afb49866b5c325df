import type { Role } from "../shape/index.ts";

/** The place of a call in the traffic of its trial. */
export interface CallAddress {
  role: Role;
  label: string;
  /** From 0, within role and label. */
  index: number;
}

/** Numbers calls within role and label as they start. */
export function callNumbers(): (role: Role, label: string) => number {
  const counts = new Map<string, number>();
  return (role, label) => {
    const key = `${role} ${label}`;
    const index = counts.get(key) ?? 0;
    counts.set(key, index + 1);
    return index;
  };
}

/** `judge call 2 of "criteria"`, counted from 1 as people do. */
export function showAddress({ role, label, index }: CallAddress): string {
  return `${role} call ${index + 1}${label === "" ? "" : ` of ${JSON.stringify(label)}`}`;
}
