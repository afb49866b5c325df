import { type ExpectedForm, expectedForm, marksIn } from "../base/index.ts";
import type { Transcript } from "./transcript.ts";

const forms = new WeakMap<Transcript, ExpectedForm>();

/** The form of expectations for a transcript in which marks replace secrets. */
export function inFormOf(transcript: Transcript): ExpectedForm {
  const form = forms.get(transcript) ?? expectedForm(marksIn(transcript));
  forms.set(transcript, form);
  return form;
}
