import { request } from "node:http";
import { Redis } from "ioredis";
import { modelLimits } from "../packages/vivavoce/src/model/model-limits.ts";
import { sharedPace } from "../packages/vivavoce/src/queue/shared-pace.ts";

/** One of several processes that share a model's limits: asks a server without a pause until it is ended. */
const [redisUrl = "", serverUrl = "", limits = "{}", path = "/", model = ""] = process.argv.slice(2);
const redis = new Redis(redisUrl, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
redis.on("error", () => {});
const limiter = modelLimits({ maximum: 40, pace: sharedPace(redis) }).of(model, JSON.parse(limits));

// Each request says when it was sent: the server itself may be late in looking at it.
const post = () =>
  new Promise<void>((resolve, reject) => {
    const sent = request(serverUrl + path, { headers: { sent: String(Date.now()) } }, (response) => {
      response.resume().on("end", resolve);
    });
    sent.on("error", reject).end();
  });

for (let caller = 0; caller < 40; caller += 1) {
  void (async () => {
    for (;;) await limiter.run(post);
  })();
}
