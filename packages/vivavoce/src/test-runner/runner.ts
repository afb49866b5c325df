/** What Viva needs of a test runner. */
export interface Runner {
  describe(title: string, work: () => void): void;
  /** `skip` throws; a runner that cannot skip a running test fails it. */
  test(title: string, work: (skip: (why: string) => never) => Promise<void>, settings: TestSettings): void;
  afterAll(work: () => Promise<void>, timeoutMs: number): void;
  /** The file of the tests. */
  testFile(): string;
  /** The same value while that file runs, and another when it runs again. */
  fileKey(): object;
  /** The running test; undefined if the runner cannot distinguish it from concurrent ones. */
  currentTest(): RunningTest | undefined;
}

export interface TestSettings {
  timeoutMs: number;
  concurrent: boolean;
}

export interface RunningTest {
  name: string;
  /** The runner's own object for the test: several may have one name. */
  task?: object | undefined;
  /** Another value when the test is retried. */
  key: string;
}
