/** Verbs that people start a next action with. A word that is not here is taken for a noun: "Taxes", "Website". */
export const actionVerbs: readonly string[] = `
accept add address adjust agree allocate answer apply approve arrange ask assemble assign attach attend back bake
block book borrow bring browse build buy calculate call cancel capture carry change charge check choose clean clear
close collect combine compare compile complete confirm contact convert cook copy correct count create cut decide
declutter delegate delete deliver describe design dig discuss donate download draft draw drive drop edit email
empty enter estimate explain export fetch file fill find finish fit fix fold gather get give google grab group hand
hang hold identify import inform install interview invite iron jot keep label learn leave lend let list listen load
locate log look make map mark measure meet mention merge message move name note offer open order outline pack
paint park paste pay phone photograph pick place plant play plot plug post pour practise practice prepare present
press print prune pull push put query rank read rearrange record recycle reduce refill
register remind remove rename renew rent repair reply report repot request research reserve reset return review
rewrite ring run save say scan schedule screw search select sell send separate set sew share show sign sketch skim
sort speak split start stick stop store strip submit subscribe switch take talk tell test text thank throw tick
tidy trace transfer translate transplant trim try turn type unpack unplug unsubscribe update upload use vacuum
verify view visit walk wash watch water weed weigh wipe withdraw wrap write
`
  .trim()
  .split(/\s+/);

const known = new Set(actionVerbs);

/** Whether a word is a verb that an action may start with; "Re-read" and "Double-check" count as read and check. */
export function isActionVerb(word: string): boolean {
  const plain = word.toLowerCase();
  return known.has(plain) || known.has(plain.replace(/^(?:re|double|pre|un)-?/, ""));
}
