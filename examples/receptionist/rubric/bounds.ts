/** What code says of one dimension before the judge is asked: the value itself, or limits to what the judge may give. */
export type Decision = { exact: number; reason: string } | { min?: number; max?: number; reason: string };

/** Looks at one reply; undefined: code has nothing to say, the whole scale is open. */
export type Decide = (reply: string) => Decision | undefined;
