import { AsyncLocalStorage } from "node:async_hooks";

/**
 * Runs work that belongs to no trial, whoever asks for it first: a server that is started inside a trial would answer
 * the requests of all others in its context.
 */
export const atRoot: <T>(work: () => T) => T = AsyncLocalStorage.snapshot();
