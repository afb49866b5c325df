import { duplexPair } from "node:stream";
import { expect, test } from "vitest";
import { type Answers, ChannelClosed, openChannel } from "./channel.ts";
import { InfrastructureError, InputError, VivaError } from "./errors.ts";

/** A channel whose other end answers so. */
function channelTo(answers: Answers) {
  const [here, there] = duplexPair();
  const other = openChannel(there, answers);
  return { channel: openChannel(here, {}), other, there };
}

test("answers come to the question they belong to, whatever their order", async () => {
  const waits: (() => void)[] = [];
  const { channel } = channelTo({
    later: (n: number) => new Promise((resolve) => waits.push(() => resolve(n))),
    now: (n: number) => n,
  });
  const first = channel.ask("later", 1);
  expect(await channel.ask("now", 2)).toBe(2);
  waits[0]?.();
  expect(await first).toBe(1);
});

test("text with line breaks, of any length and in any script stays whole", async () => {
  const { channel } = channelTo({ echo: (text: string) => text });
  for (const text of ["", "a\nb\r\n\u2028c", "日本語 🦀", "x".repeat(3_000_000)]) {
    expect(await channel.ask("echo", text)).toBe(text);
  }
});

test("an error arrives as what it was", async () => {
  const thrown = {
    input: () => new InputError([{ message: "wrong", place: { file: "a.json", line: 3 }, remedy: "Mend it." }]),
    outage: () => Object.assign(new InfrastructureError({ message: "down", remedy: "Wait." }), { status: 503 }),
    other: () => new TypeError("x is not a function"),
    text: () => "just text",
  };
  const throwing = Object.entries(thrown).map(([kind, make]) => [kind, () => Promise.reject(make())] as const);
  const { channel } = channelTo(Object.fromEntries(throwing));
  const caught = (kind: string) => channel.ask(kind, undefined).catch((error: unknown) => error);
  const input = await caught("input");
  expect(input).toBeInstanceOf(InputError);
  expect((input as InputError).problems[0]).toMatchObject({ message: "wrong", place: { line: 3 }, remedy: "Mend it." });
  const outage = await caught("outage");
  expect(outage).toMatchObject({ name: "InfrastructureError", message: "down", remedy: "Wait.", status: 503 });
  expect(VivaError.isInstance(outage)).toBe(true);
  expect(await caught("other")).toMatchObject({ name: "TypeError", message: "x is not a function" });
  expect(await caught("text")).toMatchObject({ message: "just text" });
  expect(await caught("unheard-of")).toMatchObject({ message: 'there is no handler for "unheard-of"' });
});

test("what cannot be sent is an error for the asker alone", async () => {
  const { channel } = channelTo({ big: () => 1n, fine: () => "fine" });
  await expect(channel.ask("big", 0)).rejects.toThrow(/BigInt/);
  await expect(channel.ask("fine", 1n)).rejects.toThrow(/BigInt/);
  expect(await channel.ask("fine", 0)).toBe("fine");
});

test("a question that is dropped is dropped on the other side too", async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const { channel } = channelTo({
    wait: (_: null, signal: AbortSignal) =>
      new Promise(() => signal.addEventListener("abort", () => resolve("stopped"))),
  });
  const cancel = new AbortController();
  const asked = channel.ask("wait", null, cancel.signal);
  cancel.abort(new Error("no longer needed"));
  await expect(asked).rejects.toThrow("no longer needed");
  expect(await promise).toBe("stopped");
});

test("all who wait are told when the other side is gone", async () => {
  const { channel, other } = channelTo({ wait: () => new Promise(() => {}) });
  const asked = [channel.ask("wait", 1), channel.ask("wait", 2)];
  other.close();
  for (const one of asked) await expect(one).rejects.toBeInstanceOf(ChannelClosed);
  await channel.closed;
  await expect(channel.ask("wait", 3)).rejects.toBeInstanceOf(ChannelClosed);
});

test("a line that is not a message closes the channel", async () => {
  const { channel, there } = channelTo({});
  there.write("not JSON\n");
  await channel.closed;
});
