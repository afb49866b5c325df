import { wordMap } from "../../../text/reading.ts";

/**
 * Why two names that differ may still be one: they sound alike, and nobody spelled them, or one is a usual short form of
 * the other. Undefined if they are two names.
 */
export function mayBeSameName(one: string, other: string, { spelled }: { spelled: boolean }): string | undefined {
  const [first, second] = [one.split(" "), other.split(" ")];
  if (one.replaceAll(" ", "") === other.replaceAll(" ", ""))
    return `“${one}” and “${other}” may be one name, parted differently`;
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  const open = short.filter((word) => !long.includes(word));
  const rest = long.filter((word) => !short.includes(word));
  const alike = (word: string) => rest.some((twin) => soundOf(twin) === soundOf(word));
  // What sounds alike is told apart by its spelling, also among nicknames.
  const shortForm = (word: string) => rest.some((twin) => isNickname(word, twin) && soundOf(word) !== soundOf(twin));
  if (!open.every((word) => (!spelled && alike(word)) || shortForm(word))) return undefined;
  return open.every(alike)
    ? `“${one}” and “${other}” sound alike, and nobody spelled it`
    : `“${one}” and “${other}” may be two forms of one name`;
}

function isNickname(one: string, other: string): boolean {
  return nicknameGroups.some((group) => group.has(one) && group.has(other));
}

/** Spellings whose sound the rules below do not give. */
const irregular = wordMap(
  "sean shon, shawn shon, shaun shon, siobhan shivon, shivaun shivon, chevonne shivon, shavon shivon, niamh neev, neve neev, caitlin katlin, katelyn katlin, kaitlyn katlin, stephen steven, geoff jef, geoffrey jefri, jeffrey jefri",
);

const rules: readonly [RegExp, string][] = [
  [/ph/g, "f"],
  [/^kn/, "n"],
  [/^wr/, "r"],
  [/gh(?=t)/g, ""],
  [/e?igh$/, "ee"],
  [/ew/g, "u"],
  [/d(?=[gt])/g, ""],
  [/p(?=[st])(?<=mp)/g, ""],
  [/^mac(?=[^aeiouy])/, "mc"],
  [/sch/g, "sh"],
  [/ch/g, "C"],
  [/ck/g, "k"],
  [/c(?=[eiy])/g, "s"],
  [/[cq]/g, "k"],
  [/(?<=[aeiouyjr])h|(?<=t)h(?=om)/g, ""],
  [/(.)\1+/g, "$1"],
  [/aw|au/g, "o"],
  [/^([^aeiouy]{1,3})[ae]y$/, "$1A"],
  [/(?<=\w{3})ay$/, "y"],
  [/ey(?=\w)/g, "y"],
  [/(?:e?ys?|ie|i|ee|ea)$/, "i"],
  [/y/g, "i"],
  [/ei|ie|ea/g, "e"],
  [/ae|ai/g, "a"],
  [/z/g, "s"],
  [/(?<=\w{2})e$/, ""],
  [/(?<=[nlt])e(?=[rn]$)|a(?=[rnl]$)|(?<=\w{3})[aeiou](?=n$)/g, "e"],
];

/** One way to write what a name sounds like. It errs on the side of two sounds. */
export function soundOf(name: string): string {
  return irregular.get(name) ?? rules.reduce((sound, [pattern, into]) => sound.replace(pattern, into), name);
}

/** First names and their usual short forms; any two of a group may be one person. */
const nicknameGroups: readonly ReadonlySet<string>[] =
  `alexander alex xander sasha; andrew andy drew; anthony tony; benjamin ben benny; barbara barb babs;
  catherine katherine kathryn kathy cathy kate katie kitty; charles charlie chuck chas;
  christopher chris topher kit; christina christine chris tina chrissy; daniel dan danny; david dave davey;
  deborah debra deb debbie; donald don donnie; dorothy dot dottie; edward ed eddie ted ned;
  elizabeth liz lizzie beth betty eliza betsy libby; frances fran frannie; francis frank fran;
  frederick fred freddie rick; gerald jerry gerry; gregory greg; henry hank harry; james jim jimmy jamie;
  jennifer jen jenny; jessica jess jessie; jonathan jon johnny; john jack johnny; joseph joe joey; joshua josh;
  kenneth ken kenny; kimberly kim; lawrence larry; leonard leo len lenny;
  margaret peggy maggie meg marge margie greta; matthew matt; michael mike mick mickey; nancy nan;
  nicholas nick nicky; pamela pam; patricia pat patty tricia trish; patrick pat paddy; peter pete; philip phil;
  rebecca becky becca; richard rick dick rich richie ricky; robert bob bobby rob robbie bert; ronald ron ronnie;
  samuel sam sammy; samantha sam; stephen steven steve; susan sue susie; theodore ted theo teddy; thomas tom tommy;
  timothy tim timmy; victoria vicky tori; vincent vince vinny; walter walt wally;
  william bill billy will willy liam; zachary zach`
    .split(/;\s+/)
    .map((names) => new Set(names.split(" ")));
