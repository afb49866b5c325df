export type { DescribeSuiteOptions } from "./describe-suite.ts";
export type { TranscriptMatchers } from "./matcher-types.ts";
export type { PlayInTest, TestPlayOptions, ToPassOptions } from "./play.ts";
export type { TestCase } from "./spoken-case.ts";
