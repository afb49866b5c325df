export { isBlank } from "./blank.ts";
export { breathe } from "./breathe.ts";
export { canonicalJson, hashOf, sameJson, sha256 } from "./canonical-json.ts";
export { type Answers, type Channel, ChannelClosed, openChannel } from "./channel.ts";
export { type Clock, installTrialDate, systemClock, trialDate } from "./clock.ts";
export { atRoot, contextSlot } from "./context-slot.ts";
export { Cut, type CutSignal, followAbort } from "./cut.ts";
export {
  type ExitCode,
  exitCodes,
  hasCode,
  InfrastructureError,
  InputError,
  inSentences,
  isError,
  isMissing,
  LateInputError,
  messageOf,
  type Place,
  type Problem,
  sentencesOf,
  showPlace,
  showProblem,
  unlessMissing,
  VivaError,
} from "./errors.ts";
export { type ExpectedForm, expectedForm, unmarkedForm } from "./expected-form.ts";
export { fold, hasWords, isInsideWord, withoutOuterMarks } from "./fold.ts";
export { deepFreeze } from "./frozen.ts";
export { holdListener } from "./held-listeners.ts";
export { countingIds, type Ids, runId } from "./ids.ts";
export { instantOf } from "./instant.ts";
export { dropInterruptLock, isInterrupting, mayInterrupt, newInterruptLock } from "./interrupt-lock.ts";
export {
  isJsonObject,
  type JsonObject,
  type JsonSchema,
  type JsonValue,
  jsonCopy,
  jsonIn,
  plainCopy,
  toJsonValue,
  valueAt,
} from "./json.ts";
export { compileSchema } from "./json-schema/compile.ts";
export { jsonSize, tooLarge, tooLargeToKeep } from "./json-size.ts";
export { knownCauses } from "./known-causes.ts";
export { LineSplitter } from "./line-splitter.ts";
export { listed } from "./listed.ts";
export { isAlone, playAlone, type Stopwatch, stopwatch, timeLimit, turnOfLoop } from "./loop-delay.ts";
export { mapStrings } from "./map-strings.ts";
export { Members } from "./members.ts";
export { filesBeside, noSuchFile } from "./missing-file.ts";
export { keepMemoryModest, ownMemory } from "./modest-memory.ts";
export { didYouMean, nearest, refuseUnknown } from "./nearest.ts";
export {
  type ChildRules,
  type Connection,
  isOwnConnection,
  type NetworkRules,
  type RefusedHosts,
  rulesOfContext,
  withOwnConnections,
} from "./network-rules.ts";
export { loadPeers } from "./optional-peer.ts";
export { codeFolder, ownFile, packageFolder, version } from "./own-files.ts";
export {
  decidePatterns,
  findPattern,
  onBudget,
  PatternBudget,
  patternProblem,
  refuseBadPattern,
  testPattern,
} from "./pattern.ts";
export { grouped, plural } from "./plural.ts";
export { mulberry32, type Random, seededCoin, seededRandom } from "./random.ts";
export { marksIn, type Redactor, redactor, replaceMarks, secretIn, secretSearch } from "./redaction.ts";
export {
  openRegularFile,
  readRegularFile,
  readRegularFileSync,
  refuseIrregular,
  sliceOfRegularFile,
} from "./regular-file.ts";
export { relativePath } from "./relative-path.ts";
export { safeLine, safeMiddle, safeText, segments, visibleText } from "./safe-text.ts";
export { withoutSecrets } from "./secret-environment.ts";
export { shellWord } from "./shell-word.ts";
export { isPromise, showJson, showValue } from "./show-value.ts";
export { cellsOf, columnsOf, cutEnd, cutMiddle, padEnd, padStart } from "./terminal/cells.ts";
export { fitLines } from "./terminal/fit-lines.ts";
export { unlessAborted } from "./unless-aborted.ts";
export { isTabbed, readYamlText, type TextPosition, writtenYaml, yamlData, yamlMessage } from "./yaml-text.ts";
