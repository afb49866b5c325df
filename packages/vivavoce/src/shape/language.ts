import { z } from "zod";

/** A language by its code, such as de or pt-BR. */
export const languageSchema = z.string().refine(isLanguage, "it is not the code of a language, such as de or pt-BR");

function isLanguage(code: string): boolean {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(code) !== undefined;
  } catch {
    return false;
  }
}
