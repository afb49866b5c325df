/** Words beside a yes that change nothing about it. */
export const harmless = new Set(
  `i i'm i'd i'll me my mine we we're we'll us our you you're you'd your yours it it's its that that's this these they is am
  are was be been do does did so then there here now just really very much too also all both the a an and of for in on at to
  with as by from about well oh uh um mm ah hmm hm er hey hi hello ma'am sir miss dear bye goodbye cheers nice lovely book booked
  booking schedule scheduled confirm confirmed come coming ready set happy glad soon time got get have has had let's plan still
  one will would can could need want like love everything everyone man buddy folks y'all mean sorry said señor señora
  señorita senor senora senorita gracias ouch wow ooh oooh whoa yikes geez jeez jeepers gosh golly gee phew whew ugh aw aww ha
  haha hah heh yay dang darn damn heck hell lord goodness gracious mercy my mister missus hon honey sweetie sweetheart darling
  sugar doll love friend pal mate bro dude boss chief brother sister god heavens`.split(/\s+/),
);
/** What people add to a clear yes, of pets, visitors, weather and feelings. No word of a value, a place, a choice or a change. */
export const chatter = new Set(
  `he she they him her them his their tell warn remind let lets know knock knocks ring rings honk text bring brings park wear watch
  careful aware beware forget remember sure make bell bells doorbell buzzer busted broken broke stuck loud loudly hard soft gently
  gate gates latch leash key keys lock locked unlocked open opens dog dogs puppy pup cat cats kitten kitty bird birds rooster goat
  goats horse horses chicken chickens barks bark barking bites bite biting jumps jump jumpy friendly mean growls growl little bit
  bitty lot scared shy nervous muzzle boots gloves mask shoes covers kid kids baby babies sleeping asleep nap
  napping wife husband daughter son mom dad mother father grandma grandpa roommate neighbor neighbors folks family driveway drive
  porch steps stairs steep mud muddy slippery ice icy snow snowy rain raining rainy hot cold freezing heat weather storm wind
  windy sunny bugs wasps mess messy dirty dusty smell smells stinks leaks leaking dripping noise noisy pretty kinda super such
  thankful grateful relieved thrilled excited tired exhausted desperate crazy nuts awful terrible horrible miserable hungry
  you've i've we've been big school calendar porch light pain bother nuisance pest hurry losing lose mind peach gem star legend champ hero rockstar treasure pues muchas entonces kind patient patience help helped helpful helping service angel saint lifesaver blessing bless heaven heavens wait waiting
 finally already because since hear heard say talk talking speak speaking deaf hearing side friend friends
  person people guy guys lady ladies young fella best luck day week weekend year rest`.split(/\s+/),
);

/** A clause that tells something, or passes on a wish, and names nothing that a booking may hold. */
export function tells(clause: string): boolean {
  return says.test(clause) && !mayMatter.test(clause);
}

const says =
  /\b(?:i|it|that|this|he|she|they|we|you|there|(?:the|my|our|his|her|their) \w+)(?:'(?:s|ll|re|ve|d|m)| (?:is|are|was|has|have|had|will|would|can|could|does|do|\w+s)) (?!(?:the|my|our|his|her|at|on|in|for|under|a|an)\b)|\b(?:have|tell|let|make|get) (?:him|her|them|me|us)\b/;
const mayMatter =
  /\d|n't\b|\b(?:not|no|never|except|unless|if|instead|rather|chang\w+|different|other|another|else|later|earlier|sooner|before|after|until|till|first|last|next|only|cancel|wrong|move|switch|maybe|think|check|ask|decide|how|what|when|where|which|who|why|better|best|cheaper|address|number|name|street|house|place|time|day|today|tonight|tomorrow|\w+day|morning|afternoon|evening|night|weeks?|months?|noon|ones?|two|three|four|five|six|seven|eight|nine|ten|needs?|wants?|prefer|meant|said|says|would|should|could|hope|wish)\b/;

/** An answer without "but" before a clause that only tells of somebody or something else: "but the dog'll be out back". */
export function withoutTold(marks: string): string {
  return marks.replace(
    / B +((?:the|my|our|his|her) \w+(?:'s|'ll| is| are| will) [^,.;!]*)/g,
    (whole: string, clause: string) => (/[A-Z]/.test(clause) || mayMatter.test(clause) ? whole : ` ${clause}`),
  );
}
