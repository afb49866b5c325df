/** Words by which callers say that they are not sure. */
export const doubt =
  /\bwhat (?:do|does|should|would) (?:people|you|i|we|they)\b(?! have\b)|\bshould i\b|\b(?:maybe|might be|not (?:really |quite |too )?sure|or something|(?:don't|can't) (?:know|remember|recall)|(?:could|may) (?:\w+ly |well )?be|i (?:want to|wanna) say|mak(?:e|ing) (?:that|it|this) up|don't quote me|if i (?:remember|recall)|if i(?:'m| am) not mistaken|off the top of my head|(?:just |wild |only )(?:a )?guess(?:ing)?|not (?:a hundred percent|100|certain|positive)|who knows|no idea|something like that)\b/i;
