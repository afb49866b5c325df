import { wordSet } from "../../../text/reading.ts";

/**
 * Words that change nothing about the value that they stand beside: small words, those for the value and for giving it,
 * and whose it is. A word that is not listed may say that the value is another one, so that it stays undecided.
 */
export const plainWords = wordSet(
  `a about absolutely account actually address after again ahead all alright also always am an and any anytime apartment
  are area as at be before believe best better bill boss both brother building but by cabin call called calling calls
  can capital card case cell certainly code come coming contact corner correct correction could course dad dash
  daughter day days daytime dear definitely do doctor does don't dot double down dr driver e-mail email evenings
  ex except ext extension family father fax fine first folks following for friend from get give given go goes going
  gone gonna good got grandmother great had has have he head hello her here hers hi him his hm hmm hold home house
  husband i im in instead into is it its job jot just kid landline landlord last later let lets letter
  letters like line live lives living located lower ma'am mail main make married may me mean middle mine mobile
  mom month mother move moved mr mrs ms must my myself name names need needed neighbor never new night no nope not note
  now number numbers nurse of office oh ok okay old on one or our ours out over parents partner perfect phone pick
  place please plus point postal probably property put quick rather reach really record rental right ring roommate s
  same say says scratch second send she should simply since sir sister site small so somebody someone son sorry sounds
  speaking spell spelled spelling still street sure surname take talking team tech tenant text thank thanks that thats
  the theirs them then there these they thing think third this those to today too triple try two uh uk um under unit
  until up upper us use used wait want wants was we week well whats when where which who whose why wife will with work
  would write writing yeah yep yes you your youre yours yup zip
  add adding afraid age already annoyed anyhow anyway anyways appointment appreciate ask asked aunt auntie awful baby
  babysitter bad bakery bank barber basically being big bike bit bless boat booking born bother bought boy boyfriend
  break broke broken brothers buddy built bus business busy bye cafe car care carpenter cat cats chair check checked
  cheers child children church clean cleaner clear clearly clerk client clinic clock coffee cold college company
  contractor cook cool cousin cousins crew currently customer cute daddy dang darling darn daughters deal dentist desk
  dime diner dog dogs during early easier easy eating electric electrician embarrassing emergency evening everybody
  everyone everything exactly excuse fact fan farm farmer fast favor feel feeling fell fiance fiancee finally find
  fingers fix fixed forgetful forgot found free fresh fridge friends front full fully fun funny furnace gas gave
  girlfriend glad glasses goodness gosh grandchildren granddaughter grandfather grandma grandpa grandson guy guys gym
  hair hairdresser hand hands handwriting happened happy hard hate hear heard hearing heavens help helper honest
  honestly honey hospital hot hotel hun hungry hurt idea inn janitor jeez kids kind kindly kitchen knew know knows
  ladies lady laptop large lately lawyer leak learn legal legally lesson library light lights listen little look
  looking looks lost lot lots loud love lovely lunch mama man manager many mark math mechanic meet memorize memorized
  memory men mess minute morning much mum music nan nana neat neighbors nephew nice nicely niece nobody noise noisy
  nothing noticed nursing obviously order own paid pal papa pardon patience pen pencil penny people person pet pets
  pharmacist pharmacy plain play pleasure plenty plumber porch power presently pretty printer puppy question quiet
  quite rain raining read ready receptionist remember repair reservation restaurant running rush rusty sad safe said
  salon saw scared school secretary see seen sent shift shop short sick sign silly sis sisters sit sleep slow slowly
  snow sold something somewhere sons soon speak spoke stand start started stepdad stepmom stop stopped store story
  student stuff suddenly sun sunny supervisor suppose sweetheart table talk tea teacher technician terrible texting
  texts tired toddler told toll took town traffic tried trouble truck truly twin twins ugh uncle upset van very vet
  visit visiting voice voicemail waiting walk warm water way weather weekend welcome went wind window woman women word
  words works world worried wow year years yikes young`,
);
