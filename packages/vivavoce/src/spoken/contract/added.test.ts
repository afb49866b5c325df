import { describe, expect, test } from "vitest";
import { book, checksOf, turn } from "../testing-call.test-helper.ts";

async function rowOf(slot: string, given: string, booked: { [argument: string]: string }) {
  const checks = await checksOf([turn("Hi.", `What's your ${slot}?`), turn(given, book(booked), "All done.")]);
  return checks[`read-back-${slot}`];
}

describe("a booking that holds more than the caller said is undecided", () => {
  test.each([
    ["name", "It's Hector.", { customer_name: "Hector Ruiz" }],
    ["address", "450 Grand Street.", { address: "450 Grand Street, Apt 3" }],
    ["address", "9 Quarry Road.", { address: "9 Quarry Road, Berlin" }],
    ["zip", "It's 78745.", { zip_code: "78745-1234" }],
  ])("%s: %s %o", async (slot, given, booked) => {
    const row = await rowOf(slot, given, booked);
    expect(row).toMatchObject({ ok: false, verdict: "undecided" });
    expect(row?.reason).toContain("is more than");
  });

  test("if the hour does not tell the half of the day, that is such a thing", async () => {
    const asked = turn("Hi.", "What time works?");
    const at = async (time: string) =>
      (await checksOf([asked, turn("Seven fifteen on Thursday.", book({ time }), "Done.")]))["read-back-time"];
    expect(await at("Thursday 7:15 AM")).toMatchObject({ verdict: "undecided" });
    expect(await at("Thursday 8:15 AM")).toMatchObject({ verdict: "different" });
  });
});

test("what the caller said elsewhere in the call is not more", async () => {
  expect(await rowOf("name", "Abernathy, Joel.", { customer_name: "Joel Abernathy" })).toMatchObject({ ok: true });
  expect(await rowOf("address", "9 Quarry Road, that's in Barre.", { address: "9 Quarry Road, Barre" })).toMatchObject({
    ok: true,
  });
});

test("a booking without the unit that was said is different", async () => {
  const row = await rowOf("address", "33 Mill Road, apartment 4.", { address: "33 Mill Road" });
  expect(row).toMatchObject({ ok: false, verdict: "different" });
});
