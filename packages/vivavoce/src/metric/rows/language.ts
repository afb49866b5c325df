import { isInsideWord } from "../../base/index.ts";
import { replyItems, sentencesOf } from "../../judge/index.ts";
import { check } from "../../shape/index.ts";
import { quoteReply } from "../evidence.ts";
import type { JudgedOptions } from "../judged/definition.ts";
import type { Metric } from "../types.ts";
import { nothingDone, noWords } from "./items.ts";
import type { RowOptions } from "./options.ts";
import { type Matter, type Row, rowMetric } from "./row.ts";

/** What code can say of a text: its script, and its language if that is certain. */
interface Written {
  script: string;
  language?: string | undefined;
  /** The languages whose words it has most of, if that is not enough to be certain. */
  leans?: readonly string[];
}

/**
 * Words that nearly every longer text of a language has. Languages whose words are alike stand beside each other, so that
 * neither is taken for the other.
 */
const common: Readonly<Record<string, string>> = {
  en: "the and you your with have this that are is it my they would been from which there what about please we not can will thank thanks yes hello here how",
  de: "und der die das nicht ich sie ist mit für auf ein eine auch wir zu den dem wie kann haben sind bitte ihnen ihre danke ja hallo noch es im am um",
  nl: "de het een en niet ik je u is met voor op ook we zijn naar dat van kan hebben hoe bedankt ja hallo nog uw om bij wat graag",
  af: "die en nie ek jy u is met vir op ook ons na dat van kan het hoe dankie ja hallo nog jou om by wat om te",
  sv: "och det att en ett är inte jag du med för på också vi till av som kan har tack ja hej hur vad din den",
  da: "og det at en et er ikke jeg du med for på også vi til af som kan har tak ja hej hvordan hvad din den",
  no: "og det å en et er ikke jeg du med for på også vi til av som kan har takk ja hei hvordan hva din den",
  fr: "le la les et est vous je pas de des un une pour avec que qui sur nous votre dans ce au du bonjour merci oui ne à il en",
  es: "el la los las y es de un una para con que por no su en está usted hola gracias sí lo se le muy cómo qué al del mi",
  ca: "el la els les i és de un una per amb que no en està vostè hola gràcies sí el se molt com què al del meu seva",
  gl: "o a os as e é de un unha para con que por non en está vostede ola grazas si se moi como que ao do meu súa",
  pt: "o a os as e é de um uma para com que por não em está você olá obrigado sim se muito como que ao do meu sua",
  it: "il lo la gli le e è di un una per con che non in sono lei ciao grazie sì si molto come del della mi suo ho questo",
  ro: "și este de un o pentru cu că nu în la sunt dumneavoastră bună mulțumesc da se foarte cum ce al ale mea sa pe din",
  pl: "jest w nie się że pani dziękuję tak cześć proszę jestem dla czy są przez może",
  ru: "что я вы это как для мы нет спасибо здравствуйте пожалуйста ваш он она есть можно вас вам мне или если так ещё когда",
  uk: "що я ви це як для ми ні дякую вітаю будь ласка ваш він вона є можна вас вам мені або якщо та щоб",
  bg: "че аз вие това как ние да благодаря здравейте моля ваш той тя е може ви ли или ако със ще се",
  mk: "дека јас вие ова како ние да благодарам здраво молам ваш тој таа е може или ако со ќе се",
  sr: "да ја ви ово како ми хвала здраво молим ваш он она је може вас вам или ако са ће се што али",
};

const profiles = Object.entries(common).map(([language, words]) => ({ language, words: new Set(words.split(" ")) }));

/** Scripts that several languages share. A text in another script is in the one language that Intl names for it. */
const shared = ["Latn", "Cyrl", "Arab", "Deva", "Beng", "Ethi"];
const alone = "Grek Hebr Thai Taml Telu Knda Mlym Gujr Guru Sinh Mymr Khmr Laoo Geor Armn Hani Hang".split(" ");
const letters = [
  { script: "Kana", pattern: /[\p{Script=Hira}\p{Script=Kana}]/gu },
  ...[...shared, ...alone].map((script) => ({ script, pattern: new RegExp(`\\p{Script=${script}}`, "gu") })),
];

/** What a text is written in; undefined if it has no letters, or those of several scripts. */
function writtenIn(text: string): Written | undefined {
  const counts = new Map(letters.map(({ script, pattern }) => [script, text.match(pattern)?.length ?? 0]));
  const countOf = (script: string) => counts.get(script) ?? 0;
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0);
  // Japanese and Korean texts have Chinese characters among their own letters.
  const host = countOf("Kana") * 10 > countOf("Hani") ? "Kana" : countOf("Hang") > countOf("Hani") ? "Hang" : "Hani";
  if (host !== "Hani") counts.set(host, countOf(host) + countOf("Hani"));
  const [script = "", count = 0] = [...counts].reduce((most, one) => (one[1] > most[1] ? one : most));
  if (count < 2 || count < all * 0.8) return undefined;
  if (shared.includes(script)) return { script, ...byWords(text) };
  return { script, language: new Intl.Locale(`und-${script === "Kana" ? "Jpan" : script}`).maximize().language };
}

/**
 * The language whose common words a text has, if no other has half as many of them. Two of them have to be words that no
 * other profile has: languages without a profile share words, too.
 */
function byWords(text: string): Pick<Written, "language" | "leans"> {
  const words =
    text
      .normalize("NFC")
      .toLowerCase()
      .match(/\p{L}[\p{L}\p{M}]*/gu) ?? [];
  const hits = profiles.map((profile) => ({ ...profile, found: words.filter((word) => profile.words.has(word)) }));
  const most = Math.max(...hits.map(({ found }) => found.length));
  const best = hits.filter(({ found }) => most > 0 && found.length === most);
  const others = hits.filter((one) => !best.includes(one));
  const own = best.flatMap(({ found }) => found).filter((word) => !others.some((other) => other.words.has(word)));
  const isClear = best.length === 1 && most >= 3 && most * 6 >= words.length && new Set(own).size >= 2;
  return isClear && others.every(({ found }) => found.length * 2 <= most)
    ? { language: best[0]?.language }
    : { leans: best.map(({ language }) => language) };
}

/** What the user writes in after a line: a short one that fits what was known before changes nothing. */
function nextOf(known: Written | undefined, line: string): Written | undefined {
  const written = writtenIn(line);
  if (!written || written.language !== undefined) return written ?? known;
  const { script, leans = [] } = written;
  if (!known) return script === "Latn" && leans.length === 0 ? undefined : written;
  const fits = known.script === script && (leans.length === 0 || leans.includes(known.language ?? ""));
  return fits ? known : written;
}

/** Languages whose script says nothing, because they are written in several. */
const manyScripts = /^(?:sr|bs|uz|az|kk|mn|pa|ku|tt|sd|ks)$/;
const seenAs: Readonly<Record<string, string>> = {
  ...{ nb: "no", nn: "no", yue: "zh" },
  ...{ Hans: "Hani", Hant: "Hani", Jpan: "Kana", Kore: "Hang" },
};

/** The language of a code as it can be seen in a text. */
function writtenFor(code: string): Written {
  const { language, script = "" } = new Intl.Locale(code).maximize();
  return {
    language: seenAs[language] ?? language,
    script: manyScripts.test(language) ? "" : (seenAs[script] ?? script),
  };
}

/** Whether a text is in the wanted language; undefined if code cannot tell. */
function isIn(found: Written, wanted: Written): boolean | undefined {
  if (found.language !== undefined && wanted.language !== undefined) return found.language === wanted.language;
  return wanted.script === "" || found.script === wanted.script ? undefined : false;
}

/** Each reply: whether it is in the language that is asked for, or in that of the user. */
const lookAtLanguage: Row["look"] = (transcript, { expect }, own) => {
  const code = expect.language ?? own.language;
  const items = replyItems(transcript).filter(({ text }) => /\p{L}/u.test(text));
  if (items.length === 0) return noWords(transcript) ?? nothingDone;
  const before = transcript.history.filter(({ role }) => role === "user").map(({ content }) => content);
  let users = before.reduce<Written | undefined>(nextOf, undefined);
  let isAsked = code === undefined && before.some(namesLanguage);
  return transcript.exchanges.flatMap(({ number, user: { content: line } = { content: "" } }): Matter[] => {
    users = nextOf(users, line);
    isAsked ||= code === undefined && namesLanguage(line);
    const item = items.find(({ exchange }) => exchange === number);
    if (!item) return [];
    const wanted = code === undefined ? users : writtenFor(code);
    const found = writtenIn(item.text);
    const ok = found && wanted && !isAsked ? isIn(found, wanted) : undefined;
    if (ok === undefined || (ok && hasOther(item.text, wanted))) return [item];
    const reason = `it is in ${nameOf(found)}; ${code === undefined ? "the user's language" : "expected"} is ${nameOf(wanted)}`;
    const label = `the reply in exchange ${number} is in the right language`;
    const more = { label, verdict: ok ? "right" : "other", evidence: [quoteReply(number, item.text)] };
    return [check(item.id, ok, reason, more)];
  });
};

/** Whether a sentence is in another language than the whole: it may be a quotation, so the judge decides. */
function hasOther(text: string, wanted: Written | undefined): boolean {
  return sentencesOf(text).some((sentence) => {
    const found = writtenIn(sentence);
    return found !== undefined && wanted !== undefined && isIn(found, wanted) === false;
  });
}

let names: readonly string[] | undefined;

/** Whether a user names a language, as when asking for a translation or for another one: the judge decides then. */
function namesLanguage(line: string): boolean {
  const often = [...Object.keys(common), ..."ar cs el fi he hi hu id ja ko th tr vi zh".split(" ")];
  names ??= often.flatMap((speaker) => {
    const words = new Intl.DisplayNames(speaker, { type: "language" });
    // Words have endings: "по-английски" asks for "английский".
    return often.map((language) => (words.of(language) ?? language).toLowerCase().replace(/(?<=^.{5,})..$/u, ""));
  });
  const said = line.toLowerCase();
  return names.some((name) => {
    const at = said.indexOf(name);
    return at >= 0 && !isInsideWord(said, at) && (name.length > 4 || !isInsideWord(said, at + name.length));
  });
}

function nameOf({ script = "", language }: Partial<Written> = {}): string {
  const type = language === undefined ? "script" : "language";
  const name = new Intl.DisplayNames("en", { type }).of(language ?? script);
  return language === undefined ? `a language in ${name} letters` : (name ?? language);
}

/**
 * Whether each reply is in the language of the case (`expect.language`), of the option, or of the user. Code decides by
 * script and common words if these leave no doubt; one judge call for the other replies. Value: right / replies. Threshold 1.
 *
 * @example language({ language: "de" })
 */
export function language(options: JudgedOptions & Pick<RowOptions, "language" | "judge"> = {}): Metric {
  return rowMetric(options, {
    name: "language",
    code: true,
    threshold: 1,
    takes: ["language", "judge"],
    reads: ["language"],
    watches: true,
    instructions:
      'Each item is a reply of the agent. Decide whether it is in the right language: the one that the given fact "language" names or, without that fact, the one that the user uses at that point of the conversation, unless the user asks for another. Names, titles, quotations, code and single borrowed words in another language do not matter. Whether the language is good does not matter either.',
    menu: [
      ["right", 1, "the reply is in the right language", "optional"],
      ["other", 0, "the reply, or a whole sentence of it, is in another language"],
      ["no language", null, "it has no words, only names, numbers or signs", "none"],
    ],
    sources: ["reply"],
    facts(_transcript, testCase, own) {
      const code = testCase.expect.language ?? own.language;
      if (code === undefined) return [];
      const text = new Intl.DisplayNames("en", { type: "language" }).of(code) ?? code;
      return [{ id: "language", title: "The language of the replies", text }];
    },
    look: lookAtLanguage,
  });
}
