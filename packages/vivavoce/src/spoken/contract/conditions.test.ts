import { expect, test } from "vitest";
import { book, checksOf, turn } from "../testing-call.test-helper.ts";

// 12 November 2026 is a Thursday.
const clock = { now: "2026-11-12T10:00:00-06:00", zone: "America/Chicago" };
const rowOf = async (slot: string, question: string, said: string, booked: string, reply = "All done.") => {
  const field = slot === "time" ? "preferred_time" : slot === "phone" ? "phone_number" : slot;
  const checks = await checksOf([turn("Hi.", question), turn(said, book({ [field]: booked }), reply)], clock);
  return checks[`read-back-${slot}`];
};

test.each([
  ["the hour of another zone", "time", "ten in the morning Mountain on Friday", "Friday 10 AM"],
  [
    "a weekday that is not that day of the month",
    "time",
    "Friday the twentieth, no wait, Friday the sixteenth",
    "2026-11-20",
  ],
  ["an extension that was not booked", "phone", "512 555 0199, and then extension twelve", "512-555-0199"],
  [
    "a building called what the unit is",
    "address",
    "40 Mill Road building B unit 6",
    "40 Mill Road, Building 6, Unit B",
  ],
  ["two parts of one house", "address", "40 Mill Road, I'm upstairs, she's downstairs", "40 Mill Road"],
  ["digits that may be a number begun again", "address", "Four. Four oh one Mill Road", "44 Mill Road"],
])("%s leaves the booking undecided", async (_what, slot, said, booked) => {
  const question = { time: "When shall we come?", phone: "Your number?", address: "Your address?" }[slot] ?? "";
  expect(await rowOf(slot, question, said, booked)).not.toMatchObject({ ok: true });
  expect((await rowOf(slot, question, said, booked))?.value).toBeUndefined();
});

test("an hour that the caller excepts from a window must not be booked", async () => {
  const booked = (time: string) =>
    rowOf("time", "When on Friday?", "Between one and five, except from three to four.", time);
  expect(await booked("Friday 3:30 PM")).toMatchObject({ verdict: "different" });
  expect(await booked("Friday 2 PM")).toMatchObject({ verdict: "same" });
  const atTwo = await rowOf("time", "When?", "Friday noon to four, but he can't be here at two", "Friday 2 PM");
  expect(atTwo).toMatchObject({ verdict: "different" });
});

test("the hours that the agent is open are not read back", async () => {
  const row = await rowOf("time", "When?", "Friday at nine.", "Friday 9 AM", "Okay, we open at eight so that's fine.");
  expect(row).toMatchObject({ verdict: "same" });
});

test("a street named for a person is the same with and without “Jr.”, spelled or not", async () => {
  const row = await rowOf("address", "Your address?", "40 M L K Boulevard", "40 Martin Luther King Jr. Blvd");
  expect(row).toMatchObject({ verdict: "same" });
});
