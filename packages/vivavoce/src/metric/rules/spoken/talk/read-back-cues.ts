/** What an agent says when it repeats what it heard, or what it has booked. */
const cues =
  /\b(?:is that (?:all )?(?:right|correct)|(?:that|everything|all) (?:sound|look)s? (?:right|correct)|does that (?:sound|look) (?:right|correct)|did i get (?:that|it|everything)|do i have (?:that|it|everything)|to confirm|(?:let me|i'll|i’ll|i will) (?:just )?(?:confirm|repeat|read|double.check|make sure)|just to (?:be|make) sure|read (?:that|it|this) back|i(?:'ve| have|’ve) (?:got )?you (?:down|at|for|as|under|on|in)|i got you (?:down|at|for|as|under|on)|so (?:that's|that’s|that is|it's|it’s|you're|you’re|i have|i've got|i’ve got)|you said|you(?:'re|’re| are) (?:all )?(?:booked|set|scheduled|confirmed)|(?:booked|scheduled) (?:you|for|at|in)|(?:it's|it’s|it is|that's|that’s) (?:booked|scheduled|confirmed)|(?:we'll|we’ll|we will|i'll|i’ll) see you)\b|\b(?:right|correct)\?/i;

/** What an agent says when it proposes a time of its own. */
const offers =
  /\b(?:available|availability|openings?|earliest|soonest|closest|instead|how about|what about|can do|could do|unfortunately|booked up|full|either|options?|next (?:available|slot))\b/i;

/** What an agent says when a number or an address is its own: "call us back at …". */
const own =
  /\b(?:(?:reach|call|text|find|visit|contact) (?:us|our|me)|our (?:own )?(?:number|line|office|shop|address|location|hotline|dispatch)|we(?:'re|’re| are) (?:at|located))\b/i;

export function hasReadBackCue(text: string): boolean {
  return cues.test(text);
}

export function isOffer(sentence: string): boolean {
  return offers.test(sentence);
}

export function isOwn(sentence: string): boolean {
  return own.test(sentence);
}
