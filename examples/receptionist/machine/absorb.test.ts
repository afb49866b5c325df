import { describe, expect, test } from "vitest";
import { sessionOf } from "../session.ts";
import { understand } from "../understand/index.ts";
import { absorb } from "./absorb.ts";

test("what a caller says unasked is kept", () => {
  expect(absorb(sessionOf(), understand("This is Maria in 78745, it blows warm since yesterday"))).toMatchObject({
    customer_name: "Maria",
    zip_code: "78745",
    problem_description: "blowing warm air",
    problem_duration: "since yesterday",
  });
});

test("what is known stays", () => {
  const session = sessionOf({ customer_name: "Maria", problem_description: "no heat" });
  expect(absorb(session, understand("this is Ann, it's leaking"))).toEqual(session);
});

describe("a caller who takes something back", () => {
  const known = sessionOf({ service_address: "4210 S Lamar", preferred_time: "Thursday", urgency_tier: "routine" });

  test("gives a new value", () => {
    expect(absorb(known, understand("Actually it's 4201 S Congress"))).toMatchObject({
      service_address: "4201 S Congress",
      preferred_time: "Thursday",
    });
  });

  test("or only says what is wrong: that becomes unknown", () => {
    const session = absorb(known, understand("That's the wrong address"));
    expect(session).not.toHaveProperty("service_address");
    expect(session.preferred_time).toBe("Thursday");
  });

  test("puts one word in place of another", () => {
    expect(absorb(known, understand("No, it's 4201, not 4210")).service_address).toBe("4201 S Lamar");
    expect(absorb(known, understand("It's not 99, it's wrong"))).toMatchObject({ service_address: "4210 S Lamar" });
  });

  test("a wrong time is no urgency either", () => {
    const session = absorb(known, understand("the day is wrong"));
    expect(session).not.toHaveProperty("preferred_time");
    expect(session).not.toHaveProperty("urgency_tier");
  });
});

test("the session it was given is not changed", () => {
  const session = Object.freeze(sessionOf());
  absorb(session, understand("This is Maria"));
  expect(session).toEqual(sessionOf());
});
