import { expect, test } from "vitest";
import { createCallback } from "./create-callback.ts";
import { officeOf } from "./office.ts";

test("puts the caller on the list, also one without a name", () => {
  const world = officeOf({});
  const wanted = { phone_number: "+15125550101", reason: "gave no name", priority: "routine" };
  expect(createCallback.run(wanted, world)).toEqual({ id: "B-1001", priority: "routine" });
  expect(createCallback.run({ ...wanted, customer_name: "Jonas", priority: "urgent" }, world)).toEqual({
    id: "B-1002",
    priority: "urgent",
  });
  expect(world.value.callbacks).toEqual([
    { id: "B-1001", ...wanted, customer_name: null },
    { id: "B-1002", ...wanted, customer_name: "Jonas", priority: "urgent" },
  ]);
});

test("a callback for no reason is refused", () => {
  expect(() => createCallback.run({ phone_number: "+1", reason: "", priority: "routine" }, officeOf({}))).toThrow();
});
