export { queuePlayer } from "./queue-player.ts";
export { connectRedis, type RedisPlace, redisPlace } from "./redis.ts";
export { redisQueue, redisSource } from "./redis-queue.ts";
export { sharedPace } from "./shared-pace.ts";
export { workOnRuns } from "./work-on-runs.ts";
