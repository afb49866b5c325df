import { expect, test } from "vitest";
import { handoffTarget } from "./recorded-call.ts";

test.each([
  ["transfer_to_billing", "billing"],
  ["transfer_to_Refund_Agent", "Refund_Agent"],
  ["transfer_back_to_supervisor", "supervisor"],
  ["handoff_to_sales", "sales"],
  ["hand_off_to_sales", "sales"],
  ["transfer_money", undefined],
  ["do_transfer_to_billing", undefined],
  ["transfer_to_", undefined],
])("%s hands over to %s", (name, target) => {
  expect(handoffTarget({ name })).toBe(target);
  expect(handoffTarget({ name, effect: "control" })).toBe(target);
  expect(handoffTarget({ name, effect: "write" })).toBeUndefined();
});
