import { describe, expect, test } from "vitest";
import { book, checksOf, turn } from "../../../testing-call.test-helper.ts";

describe("what the caller takes back in the same breath", () => {
  const booked = (slot: "phone" | "time", said: string, value: string) => {
    const field = slot === "phone" ? "phone_number" : "preferred_time";
    const asked = slot === "phone" ? "What's your number?" : "When would you like someone out?";
    const turns = [turn("My AC died.", asked), turn(said, book({ [field]: value }))];
    return checksOf(turns).then((checks) => checks[`read-back-${slot}`]);
  };

  test.each([
    ["it's 303 555 0119, scratch that, that's my old one, use 303 555 0163", "3035550163", "3035550119"],
    ["don't call the house, that's 404 555 0111, call my cell, 404 555 0122", "4045550122", "4045550111"],
    ["406 555 0112, no wait, 0121", "4065550121", "4065550112"],
    ["my wife's is 512 555 0120, mine is 512 555 0121, use mine", "5125550121", "5125550120"],
    ["call my cell, 512 555 0120, home is 512 555 0121", "5125550120", "5125550121"],
    ["my old number was 212 555 0170, the new one is 212 555 0177", "2125550177", "2125550170"],
  ])("is not what was given: %s", async (said, right, wrong) => {
    expect(await booked("phone", said, right)).toMatchObject({ ok: true, value: 1 });
    expect(await booked("phone", said, wrong)).toMatchObject({ ok: false, value: 0 });
  });

  test.each([
    ["phone", "406 555 0112, no wait, 0973", "4065550112"],
    ["time", "a week from Monday", "2026-11-16"],
  ] as const)("is shown as not decided if it cannot be followed (%s: %s)", async (slot, said, value) => {
    const check = await booked(slot, said, value);
    expect(check).toMatchObject({ status: "skipped", verdict: "undecided" });
    expect(check?.reason).toContain(said);
  });

  test.each([
    ["any day but Friday", "Friday 10 AM"],
    ["Thursday, just not in the morning", "Thursday 9 AM"],
    ["evenings are out, Monday is fine", "Monday 7 PM"],
    ["I can't do Tuesday, Wednesday works", "Tuesday 10 AM"],
    ["anything except weekends", "Saturday 9 AM"],
    ["no Mondays please, any other day", "Monday 9 AM"],
  ])("a time that is ruled out must not be booked: %s", async (said, value) => {
    expect(await booked("time", said, value)).toMatchObject({ ok: false, value: 0 });
  });

  test("what cannot be followed can be read back and confirmed, and counts from then on", async () => {
    const call = (value: string) =>
      checksOf([
        turn("This is Maria Lopez.", "When would you like someone out?"),
        turn("Mondays don't work, how about Tuesday at two?", "So that's Tuesday at two. Is that right?"),
        turn("Yes.", book({ preferred_time: value })),
      ]);
    const right = await call("Tuesday 2 PM");
    expect(right.confirm).toMatchObject({ ok: true });
    expect(right["read-back-time"]).toMatchObject({ ok: true, value: 1 });
    expect((await call("Monday 2 PM"))["read-back-time"]).toMatchObject({ ok: false });
  });
});

test("a yes to one time is none to another that was booked", async () => {
  const call = (value: string) =>
    checksOf([
      turn("Wednesday at one for 400 Birchwood Road, please.", "400 Birchwood Road, Wednesday at one, right?"),
      turn("Yes, exactly.", book({ service_address: "400 Birchwood Road", preferred_time: value })),
    ]);
  expect((await call("Wednesday 1 PM")).confirm).toMatchObject({ ok: true, value: 1 });
  expect((await call("Thursday 1 PM")).confirm).toMatchObject({ ok: false, value: 0 });
});
