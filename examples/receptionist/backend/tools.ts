import { bookService } from "./book-service.ts";
import { createCallback } from "./create-callback.ts";
import { lookupCaller } from "./lookup-caller.ts";
import { manageAppointment } from "./manage-appointment.ts";
import type { OfficeTool } from "./tool.ts";

/** Everything the machine can do besides listening. */
export const officeTools: readonly OfficeTool[] = [lookupCaller, bookService, createCallback, manageAppointment];

export function toolNamed(name: string): OfficeTool {
  const tool = officeTools.find(({ spec }) => spec.name === name);
  if (!tool) throw new Error(`the receptionist has no tool ${name}`);
  return tool;
}
