import { describe, expect, test } from "vitest";
import type { Score } from "../../shape/index.ts";
import { caseOf, scoreOf } from "../testing-transcript.test-helper.ts";
import { language } from "./language.ts";
import { askWith, factsIn, itemsIn, scoreWith, talk } from "./testing-catalogue.test-helper.ts";

const texts: Readonly<Record<string, string>> = {
  en: "Thank you for calling. You are booked for Friday at ten, and we will send you a message.",
  de: "Danke für Ihren Anruf. Ich habe Sie für Freitag um zehn eingetragen, und wir schicken Ihnen eine Nachricht.",
  fr: "Merci pour votre appel. Je vous ai inscrit pour vendredi à dix heures, et nous vous enverrons un message.",
  es: "Gracias por su llamada. Le he reservado una cita para el viernes a las diez y le enviaremos un mensaje.",
  it: "Grazie per la chiamata. Le ho fissato un appuntamento per venerdì alle dieci e le manderemo un messaggio, non si preoccupi.",
  pt: "Obrigado por ligar. Você está marcado para sexta-feira às dez e vamos enviar uma mensagem, não se preocupe com isso.",
  nl: "Bedankt voor het bellen. Ik heb u voor vrijdag om tien uur ingeschreven en we sturen u een bericht.",
  pl: "Dziękuję za telefon. Wizyta jest w piątek o dziesiątej, nie trzeba się martwić, proszę czekać na wiadomość.",
  ru: "Спасибо за звонок. Я записал вас на пятницу в десять, и мы пришлём вам сообщение, это не займёт много времени.",
  uk: "Дякую за дзвінок. Я записав вас на п'ятницю, і ми надішлемо вам повідомлення, це не займе багато часу, будь ласка.",
  el: "Ευχαριστούμε για την κλήση.",
  he: "תודה שהתקשרת.",
  ja: "お電話ありがとうございます。金曜日の十時に予約しました。",
  ko: "전화해 주셔서 감사합니다.",
  zh: "感谢您的来电。我已为您预约星期五十点。",
  th: "ขอบคุณที่โทรมา",
};

const wordOf = (score: Score) => (score.status === "scored" ? (score.passed ? "pass" : "fail") : score.status);
/** What code alone makes of a reply where this language is expected. */
const saidIn = async (reply: string, code: string) =>
  wordOf(await scoreOf(language({ language: code, judge: false }), talk([["?", reply]])));

describe("what a text is written in", () => {
  test.each(Object.entries(texts))("%s", async (code, text) => {
    expect(await saidIn(text, code)).toBe("pass");
    for (const other of ["en", "de", "no", "ru", "zh"].filter((one) => one !== code))
      expect(await saidIn(text, other)).toBe("fail");
  });

  test.each([
    ["Arabic letters: several languages have them", "شكرا لاتصالك بنا اليوم", "ar"],
    ["Devanagari", "आपके फ़ोन के लिए धन्यवाद", "hi"],
    ["a short text", "Okay, Friday.", "en"],
    [
      "Danish, which is nearly Norwegian",
      "Jeg har en tid til dig på fredag, og det er også i orden med en besked.",
      "en",
    ],
    [
      "Czech, which has no profile",
      "Děkuji za zavolání. Objednal jsem vás na pátek v deset a pošleme vám zprávu.",
      "en",
    ],
    [
      "Croatian, which has no profile",
      "Hvala na pozivu. Mogu vam ponuditi termin u ponedjeljak od deset do dvanaest i po.",
      "en",
    ],
    ["Turkish", "Aradığınız için teşekkürler. Cuma günü saat on için randevunuz var.", "en"],
    ["two languages in one reply", `${texts.en} ${texts.de}`, "en"],
  ])("%s: not certain, beyond its letters", async (_what, text, code) => {
    expect(await saidIn(text, code)).toBe("unscored");
    expect(await saidIn(text, "el")).toBe("fail");
  });

  test.each(["10:30", "👍", "", "Anna и Борис"])("%o: nothing to go by", async (text) => {
    for (const code of ["en", "ru", "el"]) expect(["unscored", "skipped"]).toContain(await saidIn(text, code));
  });
});

const byCode = async (lines: [string, string][], testCase = caseOf(), options = {}) =>
  wordOf(await scoreOf(language(options), talk(lines), testCase));
const question = {
  en: "When is the practice open and where can I find it?",
  de: "Wann ist die Praxis auf und wie komme ich zu Ihnen?",
};
const { en = "", de = "", ru = "" } = texts;

describe("language", () => {
  test("replies in the language of the user pass by code, others fail", async () => {
    expect(await byCode([[question.en, en]])).toBe("pass");
    expect(await byCode([[question.de, de]])).toBe("pass");
    expect(await byCode([[question.de, en]])).toBe("fail");
    expect(await byCode([[question.en, ru]])).toBe("fail");
    expect(await byCode([["Во сколько вы открываетесь, и как к вам проехать?", en]])).toBe("fail");
  });

  test("the agent follows a user who changes the language", async () => {
    expect(
      await byCode([
        [question.en, en],
        [question.de, de],
      ]),
    ).toBe("pass");
    expect(
      await byCode([
        [question.en, en],
        [question.de, en],
      ]),
    ).toBe("fail");
  });

  test("a short line changes nothing if it fits the language before it", async () => {
    expect(
      await byCode([
        [question.en, en],
        ["Yes, 10:30.", en],
      ]),
    ).toBe("pass");
    expect(
      await byCode([
        [question.en, en],
        ["Anna Müller", en],
      ]),
    ).toBe("pass");
  });

  test("a named language is the one that counts, of the case before that of the suite", async () => {
    expect(await byCode([[question.en, de]], caseOf({ language: "de" }))).toBe("pass");
    expect(await byCode([[question.en, de]], caseOf(), { language: "de-AT" })).toBe("pass");
    expect(await byCode([[question.en, en]], caseOf({ language: "de" }), { language: "en" })).toBe("fail");
    expect(await byCode([["Hi", en]], caseOf({ language: "ja" }))).toBe("fail");
    expect(await byCode([["Hi", ru]], caseOf({ language: "zh-TW" }))).toBe("fail");
    expect(await byCode([["Hi", "شكرا لاتصالك"]], caseOf({ language: "en" }))).toBe("fail");
    expect(await byCode([["Answer in French!", de]], caseOf({ language: "de" }))).toBe("pass");
  });

  test("the value is the share of replies, and the reason names both languages", async () => {
    const score = await scoreOf(
      language(),
      talk([
        [question.en, en],
        ["Good.", ru],
      ]),
    );
    expect(score).toMatchObject({ value: 0.5, passed: false });
    expect(score).toMatchObject({
      checks: [
        { verdict: "right" },
        {
          verdict: "other",
          reason: "by code: it is in Russian; the user's language is English",
          evidence: [{ exchange: 2 }],
        },
      ],
    });
  });

  test.each<[string, [string, string][], object]>([
    ["a short reply", [[question.de, "Freitag, zehn Uhr."]], {}],
    ["a sentence in another script", [[question.en, `${en} ${en} ${en} До свидания.`]], {}],
    ["a sentence in another language", [[question.en, `${en} ${en} ${en} ${de}`]], { language: "en" }],
    ["a script of several languages", [["مرحبا", "شكرا لاتصالك"]], { language: "ar" }],
    ["a user whose language nobody can tell", [["Hi", en]], {}],
    [
      "a short line in another language",
      [
        [question.en, en],
        ["Danke, tschüss", "Okay."],
      ],
      {},
    ],
    ["a translation that the user asks for", [["Please say 'thank you for your call' to me in German.", de]], {}],
    ["a language that the user asks for", [["Could you please go on in German with me?", en]], {}],
    ["one that the user asks for in German", [["Bitte sprechen Sie mit mir auf Englisch, ich kann es.", de]], {}],
    [
      "one that the user asks for in Russian",
      [["Вы можете говорить со мной по-английски, это важно для меня?", ru]],
      {},
    ],
    ["a language of two scripts", [["Hi", "Hvala na pozivu, vidimo se u petak."]], { language: "sr" }],
  ])("%s is left to the judge", async (_what, lines, expectation) => {
    const last = `a${lines.length}`;
    const testCase = caseOf(expectation);
    const quote = lines.at(-1)?.[1] ?? "";
    expect((await scoreWith(language(), talk(lines), { [last]: "right" }, testCase)).passed).toBe(true);
    const bad = await askWith(language(), talk(lines), { [last]: { verdict: "other", quote } }, testCase);
    expect(wordOf(bad.score)).toBe("fail");
    expect(bad.calls.flatMap(itemsIn).map(({ id }) => id)).toEqual([last]);
  });

  test("the judge is told which language is wanted, if one is named", async () => {
    const { request } = await scoreWith(language({ language: "pt-BR" }), talk([["Oi", "Tudo bem."]]), { a1: "right" });
    expect(factsIn(request)).toEqual([{ id: "language", text: "Brazilian Portuguese" }]);
  });

  test("without a judge, what code cannot decide is not a pass", async () => {
    expect(await byCode([[question.de, "Freitag, zehn Uhr."]])).toBe("errored");
    expect(await byCode([[question.de, "Freitag, zehn Uhr."]], caseOf(), { judge: false })).toBe("unscored");
    expect(
      await byCode(
        [
          [question.de, de],
          ["Gut.", "Freitag."],
          ["Und?", en],
        ],
        caseOf(),
        { judge: false },
      ),
    ).toBe("fail");
  });

  test("replies without letters are left out; without any words it is skipped", async () => {
    expect(
      await byCode([
        [question.en, en],
        ["How many?", "12"],
      ]),
    ).toBe("pass");
    expect(await byCode([["How many?", "12"]])).toBe("skipped");
    expect(wordOf(await scoreOf(language(), talk([["Hello?"]])))).toBe("skipped");
  });

  test.each(["German", "english", "xx", "", "de_AT?"])("%o is not a language", (code) => {
    expect(() => language({ language: code })).toThrow("it is not the code of a language, such as de or pt-BR");
  });

  test("it watches every case, and counts where a case names a language", () => {
    expect(language()).toMatchObject({ watches: true, reads: ["language"] });
  });
});
