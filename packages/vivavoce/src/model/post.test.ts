import { getEventListeners } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { EndlessAnswer, post } from "./post.ts";

/** A server on loopback for as long as the work takes. */
async function serving<T>(listener: RequestListener, work: (url: URL) => Promise<T>): Promise<T> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  try {
    return await work(new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`));
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const never = new AbortController().signal;
const posting = { headers: {}, body: "", signal: never };

describe("a post", () => {
  test("carries its headers and its body, and gives status, the headers that a client reads, and text", async () => {
    const echo: RequestListener = async (request, response) => {
      request.setEncoding("utf8");
      const body = (await request.toArray()).join("");
      response
        .writeHead(418, { "X-Kind": "tea", "Retry-After": "7" })
        .end(`${request.method} ${request.headers.authorization} ${body}`);
    };
    const headers = { authorization: "Bearer k" };
    const {
      status,
      headers: passed,
      body,
    } = await serving(echo, (url) => post(url, { headers, body: "grüße", signal: never }));
    expect({ status, passed, body }).toEqual({
      status: 418,
      passed: { "retry-after": "7" },
      body: "POST Bearer k grüße",
    });
  });

  test("says how long its body is, for servers that take no chunks", async () => {
    const lengths: RequestListener = (request, response) => response.end(request.headers["content-length"]);
    const { body } = await serving(lengths, (url) => post(url, { ...posting, body: "grüße" }));
    expect(body).toBe("7");
  });

  test("keeps a character whole that comes in two parts", async () => {
    const bytes = Buffer.from("ü");
    const halves: RequestListener = (_request, response) => {
      response.write(bytes.subarray(0, 1));
      setImmediate(() => response.end(bytes.subarray(1)));
    };
    expect((await serving(halves, (url) => post(url, posting))).body).toBe("ü");
  });

  test("asks once more where a kept connection was closed meanwhile", async () => {
    let asked = 0;
    const closing: RequestListener = (request, response) => {
      asked += 1;
      // The second comes on the kept connection, which breaks without a word.
      if (asked === 2) request.socket.destroy();
      else response.end(String(asked));
    };
    const texts = await serving(closing, async (url) => [
      (await post(url, posting)).body,
      (await post(url, posting)).body,
    ]);
    expect(texts).toEqual(["1", "3"]);
  });

  test("gives up on an answer that goes on and on", async () => {
    const part = "x".repeat(1_000_000);
    const endless: RequestListener = (_request, response) => {
      let left = 80;
      const more = () => {
        if (left-- > 0 && !response.destroyed) response.write(part, () => setImmediate(more));
      };
      more();
    };
    await expect(serving(endless, (url) => post(url, posting))).rejects.toThrow(EndlessAnswer);
  });

  test("fails where the connection breaks before the body is whole", async () => {
    const broken: RequestListener = (_request, response) => {
      response.writeHead(200, { "content-length": "10" }).write("half");
      setImmediate(() => response.destroy());
    };
    await expect(serving(broken, (url) => post(url, posting))).rejects.toMatchObject({ code: "ECONNRESET" });
  });

  test.each(["before the headers", "in the midst of the body"])("ends when it is cancelled %s", async (when) => {
    const controller = new AbortController();
    const silent: RequestListener = (_request, response) => {
      if (when !== "before the headers") response.writeHead(200).write("and so on");
      setImmediate(() => controller.abort());
    };
    const posted = serving(silent, (url) => post(url, { ...posting, signal: controller.signal }));
    await expect(posted).rejects.toThrow();
  });

  test("is not sent when it is cancelled before, and leaves nothing on its signal", async () => {
    let asked = 0;
    const counting: RequestListener = (_request, response) => {
      asked += 1;
      response.end("ok");
    };
    const { signal } = new AbortController();
    await serving(counting, async (url) => {
      await expect(post(url, { ...posting, signal: AbortSignal.abort() })).rejects.toThrow();
      await post(url, { ...posting, signal });
      await post(url, { ...posting, signal });
    });
    await expect(post(new URL("http://127.0.0.1:9"), { ...posting, signal })).rejects.toThrow();
    expect({ asked, left: getEventListeners(signal, "abort").length }).toEqual({ asked: 2, left: 0 });
  });

  test("to an address that is neither http nor https fails", async () => {
    await expect(post(new URL("ftp://models.test"), posting)).rejects.toThrow("ftp:");
  });

  test("with a header that no header may be fails", async () => {
    await expect(
      post(new URL("http://127.0.0.1:9"), { ...posting, headers: { authorization: "a\nb" } }),
    ).rejects.toThrow("authorization");
  });
});
