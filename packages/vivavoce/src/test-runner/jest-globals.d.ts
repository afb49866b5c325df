/** The module from which `@jest/globals` takes its matchers. */
declare module "expect" {
  export interface Matchers<R extends void | Promise<void>, T = unknown> {}
}

/** The part of Jest that Viva uses. Jest gives this module to test files by its name; it is not a package of ours. */
declare module "@jest/globals" {
  type Test = (title: string, work: () => Promise<void>, timeoutMs?: number) => void;
  export const test: Test & { concurrent: Test };
  export function describe(title: string, work: () => void): void;
  export function beforeAll(work: () => Promise<void>, timeoutMs?: number): void;
  export function afterEach(work: () => Promise<void>): void;
  export function afterAll(work: () => Promise<void>, timeoutMs?: number): void;
  export const expect: {
    (actual: unknown): { not: unknown };
    extend(matchers: Readonly<Record<string, unknown>>): void;
    getState(): {
      testPath?: string;
      currentTestName?: string;
      /** Knows the current test even if several run at once. */
      currentConcurrentTestName?: () => string | undefined;
      currentTestIdentity?: () => { invocations?: number } | undefined;
    };
  };
}
