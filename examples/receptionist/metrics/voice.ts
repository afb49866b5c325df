import type { Case } from "vivavoce";
import { type MetricOptions, spoken } from "vivavoce/metrics";
import { callDataOf } from "../case.ts";
import { slotPatterns } from "../slots.ts";

/** What callers give, and the field of the session, which is also the argument of the booking, that it ends up in. */
const fields = {
  name: "customer_name",
  phone: "phone_number",
  address: "service_address",
  zip: "zip_code",
  time: "preferred_time",
  trouble: "problem_description",
} as const;

/**
 * What is heard on the phone, for this office: its slots, the one tool that commits to a visit, and what the session
 * knew before the first line.
 */
export function voice(options: MetricOptions = {}) {
  return spoken({
    ...options,
    checks: { words: { p95: 30 } },
    slots: {
      name: { argument: fields.name },
      phone: { argument: fields.phone },
      address: { argument: fields.address },
      zip: { argument: fields.zip },
      // The calendar says which slot it has found; that is what was booked.
      time: { argument: fields.time, result: "time" },
      trouble: { asks: [slotPatterns.problem_description], argument: fields.trouble },
    },
    commit: { tools: ["book_service"] },
    known: knownBefore,
  });
}

/** What a case's session holds already: it need not be asked for, and may be read back. */
function knownBefore(testCase: Case): Record<string, string> {
  const { session } = callDataOf(testCase);
  return Object.fromEntries(
    Object.entries(fields).flatMap(([slot, field]) => {
      const value = session[field];
      return value === undefined ? [] : [[slot, value]];
    }),
  );
}
