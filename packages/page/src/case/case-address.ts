/** Which case of which run: #/case/RUN/SUITE/CASE */
export interface CaseAddress {
  run: string;
  /** The position of the suite in the run. */
  suite: number;
  case: string;
}
