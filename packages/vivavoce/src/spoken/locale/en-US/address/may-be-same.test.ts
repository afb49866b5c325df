import { expect, test } from "vitest";
import { mayBeSameAddress } from "./address.ts";

test("a direction that only one side has leaves it open", () => {
  expect(mayBeSameAddress("1105 juniper", "1105 w juniper st", { spelled: true })).toContain("has a direction");
  expect(mayBeSameAddress("1105 e juniper", "1105 w juniper", { spelled: true })).toBeUndefined();
  expect(mayBeSameAddress("1105 juniper", "1150 w juniper", { spelled: true })).toBeUndefined();
});
