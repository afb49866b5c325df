import { wordMap, wordSet } from "../../../text/reading.ts";

/** Words of streets and their short forms, by which addresses are compared. */
export const directions: ReadonlyMap<string, string> = table(
  "north n, south s, east e, west w, northeast ne, northwest nw, southeast se, southwest sw",
);

export const shortDirections: ReadonlySet<string> = new Set(directions.values());

/** What a street's name may end in. */
export const streetTypes: ReadonlyMap<string, string> = table(
  "street st, str st, avenue ave, av ave, boulevard blvd, boul blvd, road rd, drive dr, lane ln, court ct, place pl, circle cir, trail trl, parkway pkwy, pky pkwy, highway hwy, terrace ter, terr ter, way way, loop loop, cove cv, square sq, plaza plz, alley aly, crossing xing, path path, pass pass, bend bnd, ridge rdg, run run, point pt, heights hts, hill hl, hills hls, park park, row row, walk walk, expressway expy, freeway fwy, turnpike tpke, commons cmns, meadow mdw, view vw, vista vis, hollow holw, creek crk, glen gln, canyon cyn, landing lndg, branch br, fork frk, spring spg, springs spgs, oaks oaks, crest crst",
);

/** Roads whose name begins with what they are: "Highway 71", "FM 2222". */
export const roadPrefixes: ReadonlyMap<string, string> = table(
  "highway hwy, interstate i, fm fm, rm rm, rr rr, us us, county county, ranch rr, state state",
);

/** Other words of a street's name with a short form. */
export const nameWords: ReadonlyMap<string, string> = table(
  "saint saint, mount mt, fort ft, junior jr, senior sr, captain capt, general gen, governor gov, president pres, reverend rev, sergeant sgt, colonel col, lieutenant lt",
);

export const unitWords: ReadonlySet<string> = wordSet(
  "apt apartment unit suite ste lot bldg building floor # number flat trailer room space level tower wing door box",
);

/** Parts of a house that have no number. */
export const placesInHouse: ReadonlySet<string> = wordSet(
  "basement attic upstairs downstairs rear penthouse cottage garage loft annex",
);

export const states: ReadonlyMap<string, string> = table(
  "alabama al, alaska ak, arizona az, arkansas ar, california ca, colorado co, connecticut ct, delaware de, florida fl, georgia ga, hawaii hi, idaho id, illinois il, indiana in, iowa ia, kansas ks, kentucky ky, louisiana la, maine me, maryland md, massachusetts ma, michigan mi, minnesota mn, mississippi ms, missouri mo, montana mt, nebraska ne, nevada nv, ohio oh, oklahoma ok, oregon or, pennsylvania pa, tennessee tn, texas tx, utah ut, vermont vt, virginia va, washington wa, wisconsin wi, wyoming wy, new-hampshire nh, new-jersey nj, new-mexico nm, new-york ny, north-carolina nc, north-dakota nd, rhode-island ri, south-carolina sc, south-dakota sd, west-virginia wv",
);

/** Each word and its short form, and each short form as itself. */
function table(list: string): Map<string, string> {
  const words = wordMap(list);
  return new Map([...words, ...[...words.values()].map((short): [string, string] => [short, short])]);
}
