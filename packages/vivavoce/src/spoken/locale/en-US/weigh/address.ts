import { readAll } from "../../../text/reading.ts";
import { type Token, tokensOf } from "../../../text/tokens.ts";
import { mayBeSameAddress } from "../address/address.ts";
import { readAddress, readUnit, showAddress } from "../address/read-address.ts";
import { readStreet } from "../address/read-street.ts";
import { directions, nameWords, shortDirections, states, streetTypes } from "../address/street-words.ts";
import { plainWords } from "../left-over/beside.ts";
import { twoWays } from "../left-over/left-over.ts";
import { directionsOf, isSomethingElse } from "../left-over/words.ts";
import { findSpelled } from "../letters/spelled-letters.ts";
import { noNames } from "../name/stop-words.ts";
import { ordinalOf, readGroup, readOrdinal } from "../numbers/digit-group.ts";
import { digitsOf, opensWithHomophone, type RunPiece, readRun } from "../numbers/digit-run.ts";
import { clauseAt, clauseEnd, tellsAt } from "./clauses.ts";
import { type Claim, isCue, plainForm, saidIn, stanceAt, type Weighed } from "./stances.ts";

/** What a text names of a street address: its number, street, type, direction, unit, town and state. */
export function addressIn(value: string, tokens: readonly Token[]): Weighed | undefined {
  const written = tokensOf(value);
  const whole = readAddress(written, 0, { whole: true });
  const isAll = whole !== undefined && written.slice(whole.next).every(({ kind }) => kind === "mark");
  if (!isAll || twoWays.test(saidIn(tokens)) || opensWithHomophone([...tokens])) return undefined;
  const { address } = whole;
  const { number, street, unit, city = "", state, zip } = address;
  const units = unit?.split(" #") ?? [];
  const towns = city.split(" ").filter((word) => word !== "");
  const type = streetTypes.has(street.at(-1) ?? "") && street.length > 1 ? street.at(-1) : undefined;
  const heading = street.find((word) => shortDirections.has(word));
  const names = street.filter((word) => word !== type && word !== heading);
  const roads = names.flatMap((one) => one.match(/^\d+/) ?? []);
  const figures = [number, ...units.filter((one) => /^\d+$/.test(one)), ...(zip ? [zip] : []), ...roads];
  const spelled = findSpelled(tokens);
  const runs = runsOf(tokens, names).flatMap((pieces) => segmentsOf(pieces, figures));
  const inRun = (at: number) => [...runs, ...spelled].some((run) => at >= run.at && at < run.next);
  const words = tokens.flatMap(({ kind, word }, at): Claim[] => {
    const plain = plainForm(word);
    const claim = (sort: string, form: string, next = at + 1) => [{ at, next, sort, form }];
    const ordinal = readOrdinal(tokens, at);
    const road = ordinal && ordinalOf(ordinal.digits);
    if (road !== undefined && names.includes(road)) return claim("street", road, ordinal?.next);
    const flat = word === "number" ? undefined : readUnit(tokens, at);
    if (flat) return claim("unit", flat.unit, flat.next);
    if (kind !== "word" || inRun(at)) return [];
    if (state !== undefined && plain.length > 2 && states.has(plain)) return claim("state", states.get(plain) ?? "");
    if (towns.includes(plain)) return claim("town", plain);
    const short = streetTypes.get(plain);
    const named = nameWords.get(plain) ?? plain;
    if (short !== undefined && (short === type || names.includes(plainForm(tokens[at - 1]?.word ?? ""))))
      return claim("type", short);
    if (names.includes(named)) return claim("street", named);
    const other = isPlain(word) || readGroup(tokens, at) ? undefined : readStreet(tokens, at);
    const isOther = other?.evidence === "type" && !other.words.some((one) => names.includes(one));
    return isOther && !inStreet(tokens, at) ? claim("street", other.words.join(" "), other.next) : [];
  });
  const letters = spelled.map(({ at, next, letters }) => ({ at, next, sort: "street", form: letters }));
  const headings = directionsOf(tokens, []).map((span) => ({
    ...span,
    sort: "direction",
    form: directions.get(tokens[span.at]?.word ?? "") ?? "",
  }));
  const numbers = runs.flatMap((run) => [
    ...(run.form === number || !figures.includes(run.form) ? [run] : []),
    ...(units.includes(run.form) ? [{ ...run, sort: "unit" }] : []),
  ]);
  const claims = [...numbers, ...words, ...headings, ...letters.filter(({ form }) => form.length > 2)].toSorted(
    (one, other) => one.at - other.at,
  );
  const parts = [
    { sort: "number", form: number },
    ...names.map((form) => ({ sort: "street", form })),
    ...(type !== undefined && words.some(({ sort }) => sort === "type") ? [{ sort: "type", form: type }] : []),
    ...(heading === undefined ? [] : [{ sort: "direction", form: heading }]),
    ...units.map((form) => ({ sort: "unit", form })),
    ...towns.map((form) => ({ sort: "town", form })),
    ...(state === undefined ? [] : [{ sort: "state", form: state }]),
  ];
  return {
    parts,
    claims,
    isWhole: !hasMore(tokens, claims),
    differs: (part, { form }) => {
      if (part.sort === "number") return form.length > 1 && !form.includes(part.form) && !part.form.includes(form);
      if (part.sort === "unit")
        return (
          /^\d+[a-z]?$/.test(form) &&
          /^\d+[a-z]?$/.test(part.form) &&
          !form.includes(part.form) &&
          !part.form.includes(form)
        );
      if (part.sort !== "street") return part.sort !== "town";
      const other = street.map((word) => (word === part.form ? form : word));
      return (
        mayBeSameAddress(showAddress(address), showAddress({ ...address, street: other }), { spelled: false }) ===
        undefined
      );
    },
  };
}

const isPlain = (word: string) =>
  noNames.has(word) || isCue(word) || plainWords.has(plainForm(word)) || plainForm(word).length < 2;

/** Whether a place is in the middle of a street's name. */
function inStreet(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  return before?.kind === "word" && !isPlain(before.word) && !readGroup(tokens, at - 1) && !directions.has(before.word);
}

/** The numbers of a text in their groups; a single digit only where it is a house number for sure. */
function runsOf(tokens: readonly Token[], names: readonly string[]): RunPiece[][] {
  return readAll(tokens, (at) => readRun(tokens, at))
    .flatMap(({ pieces }) => {
      // "Eighty eight, er, eighty six" are two, and "not 4210, 4120".
      const isCut = (piece: RunPiece, before: RunPiece | undefined) =>
        before !== undefined &&
        ((piece.parted && (piece.digits.length > 2 || before.digits.length > 2)) ||
          tokens.slice(before.next, piece.at).some(({ word }) => /^(?:er|and|then)$/.test(word)));
      const cuts = pieces.flatMap((piece, index) => (isCut(piece, pieces[index - 1]) ? [index] : []));
      return [0, ...cuts].map((from, index) => pieces.slice(from, cuts[index]));
    })
    .filter((pieces) => {
      const [at, next] = [pieces[0]?.at ?? 0, pieces.at(-1)?.next ?? 0];
      const isHouse =
        digitsOf(pieces).length > 1 ||
        /^(?:number|at)$/.test(tokens[at - 1]?.word ?? "") ||
        names.includes(plainForm(tokens[next]?.word ?? ""));
      return isHouse && !isSomethingElse(tokens, { at, next });
    });
}

/** The groups of a number in the parts that a value explains, each whole or as its beginning or end. */
function segmentsOf(pieces: readonly RunPiece[], figures: readonly string[]): Claim[] {
  const claim = (some: readonly RunPiece[], form: string): Claim => ({
    at: some[0]?.at ?? 0,
    next: some.at(-1)?.next ?? 0,
    sort: "number",
    form,
  });
  const split = (from: number): Claim[] | undefined => {
    if (from === pieces.length) return [];
    for (let end = pieces.length; end > from; end -= 1) {
      const some = pieces.slice(from, end);
      const digits = digitsOf(some);
      const isFigure = figures.includes(digits);
      const isEnd = digits.length > 1 && figures.some((one) => one.startsWith(digits) || one.endsWith(digits));
      const rest = isFigure || isEnd ? split(end) : undefined;
      if (rest) return isFigure ? [claim(some, digits), ...rest] : rest;
    }
    return undefined;
  };
  return split(0) ?? [claim(pieces, digitsOf(pieces))];
}

/** A word beside a claim that may be a part of an address as well: "casita B", "the blue house in the back". */
function hasMore(tokens: readonly Token[], claims: readonly Claim[]): boolean {
  const from = claims[0]?.at ?? 0;
  const inClaim = (at: number) => claims.some((claim) => at >= claim.at && at < claim.next);
  return tokens.some(({ kind, word }, at) => {
    if (kind !== "word" || inClaim(at) || stanceAt(tokens, { at, next: at + 1 }) === "out") return false;
    const clause = clauseAt(tokens, at);
    const end = clauseEnd(tokens, at + 1);
    const isBeside = claims.some((claim) => claim.at >= clause && claim.at < end);
    const isBare =
      at > from &&
      !tellsAt(tokens, at) &&
      !(tokens[clause]?.word === "and" && /s$/.test(tokens[clause + 1]?.word ?? ""));
    return (isBeside || isBare) && (!isPlain(word) || inHouse.test(word));
  });
}

const inHouse = /^(?:back|rear|lower|upper|side|left|right|top|bottom|level|house|front|behind|half|something|other)$/;
