import { expect, test } from "vitest";
import type { JsonValue } from "../../base/index.ts";
import { agUiProtocol } from "./ag-ui-protocol.ts";

/** The state that a server has after a STATE_DELTA event with this patch. */
function patched(snapshot: JsonValue, delta: JsonValue): unknown {
  const { part } = agUiProtocol();
  part(JSON.stringify({ type: "STATE_SNAPSHOT", snapshot }), undefined);
  const [note] = part(JSON.stringify({ type: "STATE_DELTA", delta }), undefined);
  return typeof note === "object" && note.type === "note" ? note.value : expect.fail();
}

const state = { list: ["a", "b"], deep: { x: 1 } };

test.each<[JsonValue[], JsonValue]>([
  [[{ op: "add", path: "/list/1", value: "n" }], { ...state, list: ["a", "n", "b"] }],
  [
    [
      { op: "remove", path: "/list/0" },
      { op: "remove", path: "/deep" },
    ],
    { list: ["b"] },
  ],
  [[{ op: "replace", path: "", value: 1 }], 1],
  [[{ op: "move", from: "/deep/x", path: "/y" }], { list: ["a", "b"], deep: {}, y: 1 }],
  [[{ op: "copy", from: "/list", path: "/deep/list" }], { ...state, deep: { x: 1, list: ["a", "b"] } }],
  [[{ op: "test", path: "/deep/x", value: 2 }], state],
])("%j", (patch, result) => {
  expect(patched(state, patch)).toEqual(result);
});

test.each<[JsonValue]>([
  [{ op: "add", path: "/none/x", value: 1 }],
  [{ op: "add", path: "/list/9", value: 1 }],
  [{ op: "move", from: "/none", path: "/x" }],
  [{ op: "add", path: "/x" }],
  ["add"],
])("%j does not fit", (step) => {
  expect(() => patched(state, [step])).toThrow("patches a state");
});
