import { expect, test } from "vitest";
import { readCorrection } from "./correction.ts";

test.each([
  ["Actually, it's 4201 South Congress", []],
  ["No, it's 4201, not 4210", []],
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

test.each(["Yes", "No", "That is everything", "It's warm", "No cold air", "Something is going on"])(
  "takes nothing back: %s",
  (line) => {
    expect(readCorrection(line)).toBeUndefined();
  },
);
