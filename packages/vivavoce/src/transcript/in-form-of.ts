import { type ExpectedForm, expectedForm, marksIn } from "../base/index.ts";
import type { Transcript } from "./transcript.ts";

const forms = new WeakMap<Transcript, ExpectedForm>();

/** How what is expected must be written to be compared with a transcript, in which marks stand in place of secrets. */
export function inFormOf(transcript: Transcript): ExpectedForm {
  const form = forms.get(transcript) ?? expectedForm(marksIn(transcript));
  forms.set(transcript, form);
  return form;
}
