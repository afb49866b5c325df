import { expect, test } from "vitest";
import { officeOf } from "../backend/index.ts";
import { at, complete } from "../testing/say.ts";
import { takeTurn, toolRunner } from "./take-turn.ts";

test("a line that needs no tool leaves the office as it is", () => {
  const world = officeOf({});
  const before = world.snapshot();
  expect(takeTurn(at("safety"), "None of that", world).state).toBe("service_area");
  expect(world.diff(before, world.snapshot())).toEqual([]);
});

test("a yes books, in the office and in the session", () => {
  const world = officeOf({});
  const turn = takeTurn(at("pre_confirm", complete), "Yes", world);
  expect(turn).toMatchObject({
    path: ["pre_confirm", "booking", "confirm"],
    session: { booking: { id: "A-1001", time: "tomorrow between eight and ten" } },
  });
  expect(world.value.appointments).toHaveLength(1);
});

test("the machine looks at the office as it is now", () => {
  const world = officeOf({ world: { calendar: [] } });
  expect(takeTurn(at("urgency", complete), "As soon as possible", world).state).toBe("pre_confirm");
  const { urgency_tier: _, preferred_time: __, ...open } = complete;
  expect(takeTurn(at("urgency", open), "As soon as possible", world).path).toContain("urgency_callback");
});

test("whoever runs the tools sees every call", () => {
  const world = officeOf({});
  const seen: string[] = [];
  const run = toolRunner(world);
  takeTurn(at("welcome"), "My AC died", world, (request) => {
    seen.push(request.name);
    return run(request);
  });
  expect(seen).toEqual(["lookup_caller"]);
});
