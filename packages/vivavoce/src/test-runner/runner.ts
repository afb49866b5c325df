/** What Viva needs of a test runner. */
export interface Runner {
  describe(title: string, work: () => void): void;
  /** `skip` leaves by throwing; a runner that cannot skip a test once it runs fails it. */
  test(title: string, work: (skip: (why: string) => never) => Promise<void>, settings: TestSettings): void;
  afterAll(work: () => Promise<void>, timeoutMs: number): void;
  /** The file of the tests. */
  testFile(): string;
  /** The same for as long as that file is run, and another when it is run again. */
  fileKey(): object;
  /** The test that runs; undefined where the runner cannot tell it from others that run beside it. */
  currentTest(): RunningTest | undefined;
}

export interface TestSettings {
  timeoutMs: number;
  concurrent: boolean;
}

export interface RunningTest {
  name: string;
  /** Another one when the test is tried again. */
  key: string;
}
