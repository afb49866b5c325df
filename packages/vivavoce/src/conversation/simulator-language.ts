import type { SimulatedUser } from "../shape/index.ts";
import { type SimulatedTurn, sheetOf } from "./simulator-facts.ts";

const otherScripts =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}]/gu;

/** Small words that are not English ones; three of a language in a line make that language. */
const smallWords = {
  Spanish:
    "el la los las que para por con una un necesito quiero mi mis está esta estoy es pero muy gracias hola puede puedo tengo cuando donde aquí sí soy señor mañana casa ayuda",
  French:
    "le la les des une je suis est mon ma mes pour avec dans vous nous merci bonjour besoin voudrais pouvez demain oui mais très chez plaît ne pas que qui",
  German:
    "der das ist nicht ich und eine einen mein meine bitte danke für mit haben brauche können möchte morgen auf wir sie kann zu den dem hallo heute",
  Italian:
    "il gli che per con una sono mio mia grazie vorrei domani bisogno posso anche molto della nel casa buongiorno ho è",
  Portuguese:
    "o os que para com uma preciso quero meu minha obrigado obrigada está estou não muito amanhã você posso casa bom dia",
  Dutch: "de het een ik ben mijn niet voor met graag dank morgen kunt heb nodig wij naar ook",
};

/** Whether a good part of a line is in a language that neither the sheet nor the agent uses or names. */
export function speaksAnotherLanguage(user: SimulatedUser, { line, heard }: SimulatedTurn): boolean {
  const before = [...sheetOf(user), ...heard].join(" ");
  if (shareOf(line, otherScripts) > 0.2 && shareOf(before, otherScripts) === 0) return true;
  const usual = new Set(wordsIn(before));
  const said = wordsIn(line).filter((word) => !usual.has(word));
  return Object.entries(smallWords).some(([language, words]) => {
    const own = words.split(" ");
    // An agent that speaks it already, or a sheet that says so.
    const isUsual = before.includes(language) || own.filter((word) => usual.has(word)).length > 2;
    return !isUsual && new Set(said.filter((word) => own.includes(word))).size > 2;
  });
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

function shareOf(text: string, pattern: RegExp): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters === 0 ? 0 : (text.match(pattern)?.length ?? 0) / letters;
}
