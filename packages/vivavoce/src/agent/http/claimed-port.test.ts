import { createServer } from "node:net";
import { expect, test, vi } from "vitest";
import { claimPort } from "./claimed-port.ts";

const throws = (...places: number[]) => {
  const random = vi.spyOn(Math, "random");
  for (const place of places) random.mockReturnValueOnce(place);
  return random;
};

test("a port that is claimed, or that somebody listens on, is not given to anybody else", async () => {
  const first = await claimPort();
  const place = (first.port - 16_000) / 16_000;
  const random = throws(place, 0.5, place);
  try {
    const second = await claimPort();
    expect(second.port).not.toBe(first.port);
    first.release();
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(first.port, "127.0.0.1", resolve));
    const third = await claimPort();
    expect(third.port).not.toBe(first.port);
    await new Promise((resolve) => taken.close(resolve));
    throws(place);
    const fourth = await claimPort();
    expect(fourth.port).toBe(first.port);
    for (const { release } of [second, third, fourth]) release();
  } finally {
    random.mockRestore();
  }
});
