import { expect, test } from "vitest";
import { lookupCaller } from "./lookup-caller.ts";
import { officeOf } from "./office.ts";

const maria = {
  id: "C-1",
  phone_number: "+15125550101",
  name: "Maria Lopez",
  zip_code: "78745",
  service_address: "4210 S Lamar",
};

test("a known number gives the customer and what is on record", () => {
  const world = officeOf({ world: { customers: [maria] } });
  expect(lookupCaller.run({ phone_number: maria.phone_number }, world)).toEqual({
    found: true,
    customer_name: "Maria Lopez",
    zip_code: "78745",
    service_address: "4210 S Lamar",
    equipment: null,
  });
});

test("an unknown number gives nobody, and looking changes nothing", () => {
  const world = officeOf({ world: { customers: [maria] } });
  const before = world.snapshot();
  expect(lookupCaller.run({ phone_number: "+15125550199" }, world)).toEqual({ found: false });
  expect(world.diff(before, world.snapshot())).toEqual([]);
  expect(lookupCaller.spec.effect).toBe("read");
});
