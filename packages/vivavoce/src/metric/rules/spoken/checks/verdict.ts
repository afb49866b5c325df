import type { Check, Quote } from "../../../../shape/index.ts";

interface Judged {
  id: string;
  label: string;
  ok: boolean;
  verdict: string;
  reason: string;
  evidence?: Quote[];
}

/** A check that counts: it holds or it does not. */
export function decided({ evidence = [], ...check }: Judged): Check {
  return { ...check, value: check.ok ? 1 : 0, evidence };
}
