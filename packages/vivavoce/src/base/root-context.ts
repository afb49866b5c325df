import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Runs work that belongs to no trial, even if a trial asks for it: a server that is started inside a trial would answer all
 * requests in that trial's context.
 */
export const atRoot: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
