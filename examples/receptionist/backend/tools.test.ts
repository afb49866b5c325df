import { expect, test } from "vitest";
import { officeTools, toolNamed } from "./tools.ts";

test("the machine has four tools, and their schemas take no field of another name", () => {
  expect(officeTools.map(({ spec }) => [spec.name, spec.effect])).toEqual([
    ["lookup_caller", "read"],
    ["book_service", "write"],
    ["create_callback", "write"],
    ["manage_appointment", "write"],
  ]);
  for (const { spec } of officeTools) expect(spec.parameters).toMatchObject({ additionalProperties: false });
});

test("a tool goes by its name", () => {
  expect(toolNamed("book_service").spec.name).toBe("book_service");
  expect(() => toolNamed("delete_everything")).toThrow("delete_everything");
});
