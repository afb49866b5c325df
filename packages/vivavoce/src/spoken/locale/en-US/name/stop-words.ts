import { wordSet } from "../../../text/reading.ts";

/** Words that look like a name by their place but are not one. */
export const noNames: ReadonlySet<string> = wordSet(
  `a about above ac actually afternoon afraid after again ago air all already also always am an and another any anybody anyone anything
  anyway apartment are aren't around as asap ask at august available away back bad be because been before being best
  better big book booked booking both broken bring but by bye call called caller calling calls can can't cannot certainly
  central christmas city clear coming confirm cool cooling correct could couldn't day days dead definitely did didn't do
  does doesn't done don't down due each early easter either else emergency enough estimate evening ever every everyone
  everything exactly fan february fine first fix for forget free friday from furnace gas gladly get getting give go god going
  gone gonna good got great had has hasn't have haven't having he heat heater heating hello help her here hey hi him his
  hold home hope hot house how however huh hvac i i'd i'll i'm i've if in inside into is isn't it it's its january july june
  just keep kind know last later leak leaking let let's like line listen live located long look looking lot ma'am make
  many march matter may maybe me mean might minute moment monday month more morning most much must my myself name
  named names need needs never new next nice night no nobody none nope north not nothing november now number october of
  off oh ok okay old on once one only open or other our out outside over pardon pass perfect phone please pm possible
  preferably probably problem question questions rather really refrigerant regarding repair replied reschedule right
  run running said same saturday say saying see seems september service set she should since sir small so some somebody
  someone something soon sorry sounds speak speaking spell spelled spelling st started still stop stopped street stuff
  such sunday sure system tell texas than thank thanks that that's the their them then there there's these they they're
  thing things think this those thought through thursday till time to today told tomorrow tonight too town trouble true
  try trying tuesday two uh um under unit until up upset urgent us use very visit wait want wanted warm was wasn't
  water we we'd we'll we're we've wednesday week welcome well went were weren't what what's whatever when whenever where which while
  who who's why wife will with without won't work working worried would wouldn't wrong yeah year years yep yes yesterday
  whoever whichever whomever either neither both easiest easier cheapest whatever's depends dunno guess usual obviously nah hers mine ours theirs
  hyphen hyphenated yet you you'd you'll you're you've your yours yup zip`,
);

/** What people put before a name and what is not part of it. */
export const titles: ReadonlySet<string> = wordSet("mr mrs ms miss mister missus dr doctor prof professor sir madam");

/** Those that a caller may speak for. */
export const relatives =
  /\b(?:dad|father|mom|mother|mum|wife|husband|son|daughter|brother|sister|grandmother|grandma|grandfather|grandpa|aunt|uncle|friend|neighbor|boss|partner|client|tenant|landlord|roommate)\b/;
