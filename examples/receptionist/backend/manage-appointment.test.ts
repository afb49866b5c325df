import { describe, expect, test } from "vitest";
import { manageAppointment } from "./manage-appointment.ts";
import { officeOf } from "./office.ts";

const phone_number = "+15125550101";

function bookedOffice() {
  const world = officeOf({
    world: {
      appointments: [
        {
          id: "A-1001",
          phone_number,
          customer_name: "Tom",
          service_address: "1100 Congress Ave",
          zip_code: "78701",
          problem_description: "thermostat trouble",
          slot: "S-2",
        },
      ],
    },
  });
  world.update(({ calendar }) => {
    for (const slot of calendar) if (slot.id === "S-2") slot.appointment = "A-1001";
  });
  return world;
}

function changesOf(callArguments: object) {
  const world = bookedOffice();
  const before = world.snapshot();
  const result = manageAppointment.run({ phone_number, ...callArguments }, world);
  return { result, effects: world.diff(before, world.snapshot()) };
}

test("finding a visit says when it is, and changes nothing", () => {
  expect(changesOf({ action: "find" })).toEqual({
    result: { done: true, change: "found", id: "A-1001", time: "tomorrow between eight and ten" },
    effects: [],
  });
});

test("moving it frees the old slot and takes the new one", () => {
  expect(changesOf({ action: "move", preferred_time: "Thursday morning" })).toEqual({
    result: { done: true, change: "moved", id: "A-1001", time: "Thursday between eight and ten" },
    effects: [
      { kind: "value.set", pointer: "/appointments/0/slot", from: "S-2", to: "S-5" },
      { kind: "value.set", pointer: "/calendar/1/appointment", from: "A-1001", to: null },
      { kind: "value.set", pointer: "/calendar/4/appointment", from: null, to: "A-1001" },
    ],
  });
});

test("cancelling it frees the slot, and the visit stays on record", () => {
  expect(changesOf({ action: "cancel" })).toEqual({
    result: { done: true, change: "cancelled", id: "A-1001", time: "tomorrow between eight and ten" },
    effects: [
      { kind: "value.set", pointer: "/appointments/0/status", from: "booked", to: "cancelled" },
      { kind: "value.set", pointer: "/calendar/1/appointment", from: "A-1001", to: null },
    ],
  });
});

describe("what cannot be done changes nothing", () => {
  test.each([
    ["a time that nobody has", { action: "move", preferred_time: "Sunday" }, "no slot is free: Sunday"],
    ["a number without a visit", { action: "cancel", phone_number: "+15125550999" }, "no visit is booked"],
  ])("%s", (_, callArguments, reason) => {
    const { result, effects } = changesOf(callArguments);
    expect(result).toMatchObject({ done: false, reason: expect.stringContaining(reason) });
    expect(effects).toEqual([]);
  });

  test("nor does a visit that was cancelled already", () => {
    const world = bookedOffice();
    manageAppointment.run({ phone_number, action: "cancel" }, world);
    expect(manageAppointment.run({ phone_number, action: "find" }, world)).toMatchObject({ done: false });
  });
});
