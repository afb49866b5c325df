export {
  type Office,
  type OfficeInput,
  type OfficeView,
  type OfficeWorld,
  officeOf,
  officeSchema,
  viewOf,
} from "./office.ts";
export { bookingResult, callbackResult, lookupResult, manageResult } from "./results.ts";
export type { OfficeTool } from "./tool.ts";
export { officeTools, toolNamed } from "./tools.ts";
