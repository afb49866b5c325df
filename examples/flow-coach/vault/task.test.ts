import { expect, test } from "vitest";
import { taskLine, withTaskText } from "./task.ts";

test("a task is written with the box of its state", () => {
  expect(taskLine({ text: "Call", state: "open" })).toBe("- [ ] Call");
  expect(taskLine({ text: "Call", state: "waiting" })).toBe("- [w] Call");
  expect(taskLine({ text: "Call", state: "done" })).toBe("- [x] Call");
});

test("another text leaves bullet, box and indentation as they are", () => {
  expect(withTaskText("- [ ] old", "new")).toBe("- [ ] new");
  expect(withTaskText("\t* [w]  old text ", "new")).toBe("\t* [w]  new");
  expect(withTaskText("1. [x] old", "new")).toBe("1. [x] new");
});

test("a text with a dollar sign is taken as it stands", () => {
  expect(withTaskText("- [ ] old", "Pay $1 and $&")).toBe("- [ ] Pay $1 and $&");
});
