export { queuePlayer } from "./queue-player.ts";
export { connectRedis, type RedisConnection, type RedisPlace, redisPlace } from "./redis.ts";
export { redisQueue, redisSource } from "./redis-queue.ts";
export { type ScriptRunner, sharedPace } from "./shared-pace.ts";
export { workOnRuns } from "./work-on-runs.ts";
export { WorkerFigures } from "./worker-figures.ts";
