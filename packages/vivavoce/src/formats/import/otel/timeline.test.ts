import { expect, test } from "vitest";
import { type LooseMessage, readMessage } from "../../transcripts/chat-message.ts";
import { MessagePool, Timeline } from "./timeline.ts";

const say = (role: string, content: string, more = {}) => readMessage({ role, content, ...more }) as LooseMessage;
const user = (text: string) => say("user", text);
const agent = (text: string) => say("assistant", text);

/** What comes of calls that each send messages and get some back. */
function timelineOf(...calls: [input: LooseMessage[], output: LooseMessage[]][]) {
  const timeline = new Timeline();
  const pool = new MessagePool();
  for (const [input, output] of calls) {
    timeline.request(pool.take(input));
    timeline.answer(pool.take(output));
  }
  return {
    said: timeline.messages.map(({ role, text }) => `${role}: ${text}`),
    exchange: timeline.exchange,
    breaks: timeline.breaks,
  };
}

test("a history that is sent again is not said again", () => {
  const first = [user("a")];
  const second = [user("a"), agent("b"), user("c")];
  expect(
    timelineOf([first, [agent("b")]], [second, [agent("d ")]], [[...second, agent("d"), user("a")], [agent("b")]]),
  ).toEqual({
    said: ["user: a", "assistant: b", "user: c", "assistant: d ", "user: a", "assistant: b"],
    exchange: 3,
    breaks: 0,
  });
});

test("calls that send only the new line, even the same one twice", () => {
  expect(timelineOf([[user("yes")], [agent("ok")]], [[user("yes")], [agent("ok")]])).toEqual({
    said: ["user: yes", "assistant: ok", "user: yes", "assistant: ok"],
    exchange: 2,
    breaks: 0,
  });
});

test("a window over the history goes on where it is known", () => {
  const { said, breaks } = timelineOf(
    [[user("a")], [agent("b")]],
    [[user("a"), agent("b"), user("c")], [agent("d")]],
    [[user("c"), agent("d"), user("e")], [agent("f")]],
  );
  expect(said).toEqual(["user: a", "assistant: b", "user: c", "assistant: d", "user: e", "assistant: f"]);
  expect(breaks).toBe(0);
});

test("a history that was summed up is taken up from the last line", () => {
  const { said, breaks } = timelineOf([[user("a")], [agent("b")]], [[user("summary: a, b"), user("c")], [agent("d")]]);
  expect(said).toEqual(["user: a", "assistant: b", "user: c", "assistant: d"]);
  expect(breaks).toBe(1);
});

test("a call is the same whether its arguments are text or an object, with an id or without", () => {
  const call = (given: unknown, id?: string) =>
    say("assistant", "", { tool_calls: [{ ...(id ? { id } : {}), function: { name: "f", arguments: given } }] });
  const result = say("tool", "r", { tool_call_id: "1" });
  const timeline = new Timeline();
  const pool = new MessagePool();
  timeline.request(pool.take([user("a")]));
  timeline.answer(pool.take([call('{ "x": 1 }')]));
  timeline.request(pool.take([user("a"), call({ x: 1 }, "1"), result]));
  expect(timeline.messages.map(({ role, calls }) => [role, calls[0]?.id])).toEqual([
    ["user", undefined],
    ["assistant", "1"],
    ["tool", undefined],
  ]);
});

test("instructions are kept once and are not part of the talk", () => {
  const system = say("system", "s");
  expect(
    timelineOf([[system, user("a")], [agent("b")]], [[system, user("a"), agent("b"), user("c")], []]).said,
  ).toEqual(["system: s", "user: a", "assistant: b", "user: c"]);
});
