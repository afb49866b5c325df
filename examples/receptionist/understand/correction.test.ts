import { expect, test } from "vitest";
import { readCorrection } from "./correction.ts";

test.each([
  ["Actually, it's 4201 South Congress", []],
  ["That's the wrong address", ["service_address"]],
  ["you got my name wrong", ["customer_name"]],
  ["The day should be Friday", ["preferred_time"]],
  ["make it Thursday instead", []],
  ["the zip is not right", ["zip_code"]],
  ["we moved last month", []],
  ["The problem is not correct", ["problem_description"]],
])("%s", (line, fields) => {
  expect(readCorrection(line)).toEqual({ fields });
});

test("one word in place of another", () => {
  expect(readCorrection("No, it's 4201, not 4210")).toEqual({ fields: [], swap: { right: "4201", wrong: "4210" } });
  expect(readCorrection("Actually it's Anna not Anne")).toEqual({
    fields: [],
    swap: { right: "Anna", wrong: "Anne" },
  });
});

test.each(["Yes", "No", "That is everything", "It's warm", "No cold air", "Something is going on"])(
  "takes nothing back: %s",
  (line) => {
    expect(readCorrection(line)).toBeUndefined();
  },
);
