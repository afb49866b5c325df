import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { hostname } from "node:os";
import { exitCodes, InputError, messageOf } from "../base/index.ts";
import { connectRedis, redisSource, sharedPace, WorkerFigures, workOnRuns } from "../queue/index.ts";
import { defaultOptions, Elsewhere } from "../run/index.ts";
import { shownPlace } from "../store/index.ts";
import { commandOf, type FlagsOf, flagRows, wholeNumber } from "./command.ts";
import { listenForInterruption } from "./interruption.ts";
import { underWatch } from "./play-plans.ts";
import { cleanText, printError } from "./print.ts";
import { queuePlace } from "./queued-run.ts";
import { tellStray } from "./stray-errors.ts";
import { surroundings, withCache } from "./surroundings.ts";

const rows = flagRows({
  "--queue <url>": "the Redis that trials come from; without it, VIVA_QUEUE",
  "--concurrency <n>": ["how many trials to play at a time (default 10)", wholeNumber(1, 10_000)],
  "--once": "end when a run is over, instead of waiting for the next one",
  "--metrics <[host:]port>": "serve figures for Prometheus at /metrics, on 127.0.0.1 unless a host is named",
});
type WorkerFlags = FlagsOf<typeof rows>;

export default commandOf({
  flags: rows,
  notes: `Start it in a folder with the same files as where viva run --queue was called, and with the keys of the models.
Ctrl-C or SIGTERM once finishes the trials under way, twice gives them back to the queue.

Example:
  viva worker --queue redis://queue.example.com:6379 --concurrency 20`,
  act: work,
});

async function work(flags: WorkerFlags): Promise<number> {
  const around = await surroundings();
  const place = queuePlace(flags, around.environment);
  if (!place)
    throw new InputError({
      message: "a worker needs the address of a queue",
      remedy: "Give --queue redis://HOST:6379, or set VIVA_QUEUE.",
    });
  using interruption = listenForInterruption(printError, "finish");
  const { stop, abort } = interruption;
  const say = (text: string) => printError(cleanText(`viva: ${text}`));
  const patienceMs = flags.once ? 10_000 : undefined;
  const connection = await connectRedis(place, { patienceMs, say, signal: stop });
  if (!stop.aborted)
    say(`waiting for runs in the queue at ${place.shown}; the store is ${shownPlace(around.storePlace)}`);
  const figures = new WorkerFigures();
  const served = flags.metrics && (await serveFigures(flags.metrics, () => figures.text(connection.isReached())));
  if (served) say(`figures for Prometheus at ${served.url}`);
  try {
    await workOnRuns({
      source: redisSource(connection, `${process.pid}@${hostname()}`),
      openProject: surroundings,
      openStore: around.openStore,
      storeShown: shownPlace(around.storePlace),
      figures,
      concurrency: flags.concurrency ?? around.project.config.concurrency ?? defaultOptions.concurrency,
      once: flags.once ?? false,
      stop,
      abort,
      elsewhere: new Elsewhere({ cwd: around.cwd, stray: tellStray }),
      say,
      clean: cleanText,
      pace: sharedPace(connection.redis),
      whilePlaying: (plans, { header: { options } }, play) =>
        withCache(around, { plans, options }, (answers) => underWatch(plans, options, () => play(answers))),
    });
  } finally {
    if (served) served.close();
    connection.close();
  }
  // A worker that was asked to end and has finished its trials has done what it should.
  if (!abort.aborted) return exitCodes.pass;
  return interruption.by() === "SIGTERM" ? exitCodes.terminated : exitCodes.interrupted;
}

/** Serves a worker's figures at /metrics. `where`: a port, on this machine only, or a host and a port. Port 0 takes a free one. */
async function serveFigures(where: string, text: () => string): Promise<{ url: string; close(): void }> {
  const [, named, port = ""] = /^(?:(.+):)?(\d{1,5})$/.exec(where) ?? [];
  const host = named?.replace(/^\[|\]$/g, "") ?? "127.0.0.1";
  if (port === "" || Number(port) > 65_535)
    throw new InputError({ message: `--metrics: ${where} is not a port`, remedy: "Give 9464, or 0.0.0.0:9464." });
  const server = createServer(({ method, url }, response) => {
    const isFound = method === "GET" && url === "/metrics";
    const type = isFound ? "text/plain; version=0.0.4; charset=utf-8" : "text/plain";
    response.writeHead(isFound ? 200 : 404, { "content-type": type, "x-content-type-options": "nosniff" });
    response.end(isFound ? text() : "only GET /metrics is served here\n");
  });
  await once(server.listen({ host, port: Number(port) }), "listening").catch((cause: unknown) => {
    const remedy = "Stop the program that listens there, or choose another port.";
    throw new InputError({ message: `--metrics: cannot listen on ${where}: ${messageOf(cause)}`, remedy }, cause);
  });
  const bound = (server.address() as AddressInfo).port;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://${host.includes(":") ? `[${host}]` : host}:${bound}/metrics`, close };
}
