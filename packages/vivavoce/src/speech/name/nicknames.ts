/** First names and their usual short forms; any two of a group may be one person. */
export const nicknameGroups: readonly ReadonlySet<string>[] = `alexander alex xander sasha
andrew andy drew
anthony tony
benjamin ben benny
barbara barb babs
catherine katherine kathryn kathy cathy kate katie kitty
charles charlie chuck chas
christopher chris topher kit
christina christine chris tina chrissy
daniel dan danny
david dave davey
deborah debra deb debbie
donald don donnie
dorothy dot dottie
edward ed eddie ted ned
elizabeth liz lizzie beth betty eliza betsy libby
frances fran frannie
francis frank fran
frederick fred freddie rick
gerald jerry gerry
gregory greg
henry hank harry
james jim jimmy jamie
jennifer jen jenny
jessica jess jessie
jonathan jon johnny
john jack johnny
joseph joe joey
joshua josh
kenneth ken kenny
kimberly kim
lawrence larry
leonard leo len lenny
margaret peggy maggie meg marge margie greta
matthew matt
michael mike mick mickey
nancy nan
nicholas nick nicky
pamela pam
patricia pat patty tricia trish
patrick pat paddy
peter pete
philip phil
rebecca becky becca
richard rick dick rich richie ricky
robert bob bobby rob robbie bert
ronald ron ronnie
samuel sam sammy
samantha sam
stephen steven steve
susan sue susie
theodore ted theo teddy
thomas tom tommy
timothy tim timmy
victoria vicky tori
vincent vince vinny
walter walt wally
william bill billy will willy liam
zachary zach`
  .split("\n")
  .map((names) => new Set(names.split(" ")));
