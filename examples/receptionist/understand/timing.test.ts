import { describe, expect, test } from "vitest";
import { readTiming } from "./timing.ts";

describe("who was asked when", () => {
  test.each([
    ["As soon as possible", "urgent", "as soon as possible"],
    ["ASAP please", "urgent", "as soon as possible"],
    ["today if you can", "urgent", "today"],
    ["this afternoon", "urgent", "today afternoon"],
    ["tomorrow morning works", "routine", "tomorrow morning"],
    ["Thursday", "routine", "Thursday"],
    ["mornings are best", "routine", "morning"],
    ["whenever you can", "routine", "any time"],
    ["no rush", "routine", "any time"],
    ["it's not urgent", "routine", "any time"],
    ["right away, tomorrow at the latest", "routine", "tomorrow"],
  ])("%s", (line, tier, preferred_time) => {
    expect(readTiming(line, { asked: true })).toEqual({ tier, preferred_time });
  });

  test.each(["I don't know", "Is it expensive?", "yes"])("may say nothing of it: %s", (line) => {
    expect(readTiming(line, { asked: true })).toBeUndefined();
  });
});

describe("who was not asked", () => {
  test.each(["It died this morning", "it stopped today", "it hums in the evening", "whenever I turn it on"])(
    "does not name a time by speaking of the trouble: %s",
    (line) => {
      expect(readTiming(line)).toBeUndefined();
    },
  );

  test.each(["I need somebody out here today", "can you come out today", "this is an emergency", "send someone asap"])(
    "may say that it is urgent: %s",
    (line) => {
      expect(readTiming(line)).toEqual({ tier: "urgent", preferred_time: "as soon as possible" });
    },
  );
});
