import { expect, test } from "vitest";
import { bookService } from "./book-service.ts";
import { officeOf } from "./office.ts";

const wanted = {
  phone_number: "+15125550101",
  customer_name: "Sarah",
  service_address: "2501 Lake Austin Blvd",
  zip_code: "78703",
  problem_description: "water leak",
  preferred_time: "tomorrow morning",
};

test("books the slot that fits, and says when", () => {
  const world = officeOf({});
  const before = world.snapshot();
  expect(bookService.run(wanted, world)).toEqual({
    booked: true,
    id: "A-1001",
    time: "tomorrow between eight and ten",
  });
  expect(world.diff(before, world.snapshot())).toEqual([
    {
      kind: "value.added",
      pointer: "/appointments/0",
      to: {
        id: "A-1001",
        phone_number: "+15125550101",
        customer_name: "Sarah",
        service_address: "2501 Lake Austin Blvd",
        zip_code: "78703",
        problem_description: "water leak",
        slot: "S-2",
        status: "booked",
      },
    },
    { kind: "value.set", pointer: "/calendar/1/appointment", from: null, to: "A-1001" },
  ]);
});

test("the same slot is not given twice", () => {
  const world = officeOf({});
  bookService.run(wanted, world);
  expect(bookService.run(wanted, world)).toEqual({ booked: false, reason: "no slot is free: tomorrow morning" });
  expect(world.value.appointments).toHaveLength(1);
});

test("without a wish the first free slot is taken", () => {
  const { preferred_time: _, ...whenever } = wanted;
  expect(bookService.run(whenever, officeOf({}))).toMatchObject({ time: "today between three and five" });
});

test("an address outside the service area is not booked, and nothing changes", () => {
  const world = officeOf({});
  const before = world.snapshot();
  expect(bookService.run({ ...wanted, zip_code: "78664" }, world)).toEqual({
    booked: false,
    reason: "78664 is outside the service area",
  });
  expect(world.diff(before, world.snapshot())).toEqual([]);
});

test("a booking without a name is refused", () => {
  expect(() => bookService.run({ ...wanted, customer_name: "" }, officeOf({}))).toThrow();
});

test("ids go on from those on record", () => {
  const appointment = { ...wanted, preferred_time: undefined, id: "A-1041", slot: "S-6" };
  const { preferred_time: _, ...onRecord } = appointment;
  const world = officeOf({ world: { appointments: [onRecord] } });
  expect(bookService.run(wanted, world)).toMatchObject({ id: "A-1042" });
});
