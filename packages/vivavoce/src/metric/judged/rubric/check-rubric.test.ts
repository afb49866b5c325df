import { describe, expect, test } from "vitest";
import { InputError } from "../../../base/index.ts";
import type { Dimension, RubricOptions } from "./options.ts";
import { rubric } from "./rubric.ts";
import { seven } from "./testing-rubric.test-helper.ts";

const refusal = (more: Partial<RubricOptions>) => {
  try {
    rubric({ dimensions: seven(), ...more });
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return undefined;
};
const withDimension = (more: Partial<Dimension>) => refusal({ dimensions: seven({ brevity: more }) });
const twoOf = (a: number, b: number): Dimension[] =>
  [a, b].map((weight, index) => ({ id: `d${index}`, weight, description: "Text.", anchors: { 1: "bad", 5: "good" } }));

test("the receptionist's rubric is accepted", () => {
  expect(refusal({ threshold: 3.5 })).toBeUndefined();
});

describe("weights", () => {
  test("sum to 1 within 0.001", () => {
    expect(refusal({ dimensions: twoOf(0.5, 0.501) })).toBeUndefined();
    expect(refusal({ dimensions: twoOf(0.5, 0.499) })).toBeUndefined();
    expect(refusal({ dimensions: twoOf(0.5, 0.502) })).toContain("sum to 1.002");
    expect(refusal({ dimensions: twoOf(0.5, 0.4985) })).toContain("sum to 0.9985");
  });

  test("that do not are told with weights that do", () => {
    const message = refusal({ name: "phone", dimensions: twoOf(0.9, 0.3) });
    expect(message).toContain("phone: the weights sum to 1.2, not to 1");
    expect(message).toContain("In the same proportions they would be: d0 0.75, d1 0.25.");
    expect(refusal({ dimensions: twoOf(0.75, 0.25) })).toBeUndefined();
  });

  test("are above 0", () => {
    expect(refusal({ dimensions: twoOf(1, 0) })).toContain("d1 has the weight 0");
    expect(refusal({ dimensions: twoOf(1.2, -0.2) })).toContain("d1 has the weight -0.2");
    expect(refusal({ dimensions: twoOf(Number.NaN, 1) })).toContain("d0 has the weight NaN");
  });
});

test("without a dimension there is no rubric", () => {
  expect(refusal({ dimensions: [] })).toContain("it has no dimensions");
});

test("ids are single words, each its own", () => {
  expect(withDimension({ id: "how short" })).toContain('"how short" is not an id');
  expect(withDimension({ id: "brevity.1" })).toContain('"brevity.1" is not an id');
  expect(withDimension({ id: "spoken_flow" })).toContain('two dimensions have the id "spoken_flow"');
});

test("both ends of the scale have an anchor, and no anchor is off the scale", () => {
  expect(withDimension({ anchors: { 1: "bad", 3: "fair" } })).toContain("brevity has no anchor for 5");
  expect(withDimension({ anchors: { 1: " ", 5: "good" } })).toContain("brevity has no anchor for 1");
  expect(withDimension({ anchors: { 1: "bad", 5: "good", 7: "better" } })).toContain("anchor 7 is off the scale");
  expect(withDimension({ anchors: { 1: "bad", 2.5: "half", 5: "good" } })).toContain("anchor 2.5 is off the scale");
});

test("an anchor may carry an example, which is not blank", () => {
  const anchors = { 1: "bad", 5: { text: "good", example: "Got it." } };
  expect(withDimension({ anchors })).toBeUndefined();
  expect(withDimension({ anchors: { ...anchors, 1: { text: "bad", example: " " } } })).toContain(
    "the anchor 1 has a blank example",
  );
  expect(withDimension({ anchors: { ...anchors, 5: { text: " ", example: "Got it." } } })).toContain("no anchor for 5");
});

test("a dimension says what it is about", () => {
  expect(withDimension({ description: " " })).toContain("brevity has no description");
});

test("a floor can be missed and can be met", () => {
  expect(withDimension({ floor: 1 })).toContain("a floor of 1 decides nothing");
  expect(withDimension({ floor: 6 })).toContain("a floor of 6 decides nothing");
  expect(withDimension({ floor: 5 })).toBeUndefined();
});

test("the threshold is on the rubric's own scale", () => {
  expect(refusal({ threshold: 0.7 })).toContain("the threshold 0.7 is off the scale from 1 to 5");
  expect(refusal({ threshold: 5.1 })).toContain("off the scale");
  expect(refusal({ threshold: 5 })).toBeUndefined();
});

test("a scale has two different ends of whole numbers", () => {
  expect(refusal({ scale: { min: 3, max: 3 } })).toContain("[3, 3] is not a scale");
  expect(refusal({ scale: { min: 1, max: 4.5 } })).toContain("is not a scale");
});

test("an exchange is counted from 1", () => {
  expect(refusal({ exchange: 0 })).toContain("there is no exchange 0");
  expect(refusal({ exchange: 1.5 })).toContain("there is no exchange 1.5");
});

test("the options that all judged metrics have are checked as well", () => {
  expect(refusal({ samples: 0 })).toContain("samples is 0");
});

test("everything that is wrong is told at once", () => {
  const message = refusal({ dimensions: twoOf(0.9, 0.3).map((one) => ({ ...one, floor: 9 })), threshold: 9 });
  expect(message?.match(/rubric:/g)).toHaveLength(4);
});
