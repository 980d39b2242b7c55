/** Below this, a fact is a passing remark. */
export const LASTING_WEIGHT = 4;

const DEFINES =
  /\b(?:is|are|equals?|means|(?:is |are |was |were )?(?:called|named|born|due|booked|scheduled|located|parked|hidden|stored|kept|limited|set)|lives?|works? (?:at|for|in|as)|stays? at|costs?|weighs?|measures?|expires?|ends?|starts?|begins?|opens?|closes?|arrives?|departs?|leaves? (?:at|on|from)|runs? (?:on|at|every)|listens? on|uses?|needs?|requires?|takes?|owes?|pays?|earns?|holds?|contains?|has|have|allows?|reads?|goes by|belongs? to|stands? for|moved to|changed to|will be|must be|should be|shall be|may not exceed|ist|sind|heißt|heisst|kostet|lautet|wohnt|est|sont|s'appelle|coûte|es|son|se llama|cuesta|é|è|são|si chiama|costa|jest|är|heter|koster|kosten|bedraagt)\b|[=:→]|是|为|叫|＝|：|です|は|が|이다|는|은/iu;
const OWNS =
  /^(?:my|our|the|his|her|their|its|your|mein|meine|unser|unsere|der|die|das|mon|ma|notre|le|la|les|mi|nuestro|nuestra|el|los|il|o|a minha|meu|nossa|我|我们|私|うち)\b|^\p{L}+['’]s\b|^[我私他她本公]/iu;
const KEY_NOUN =
  /\b(?:codes?|codename|code word|pins?|passwords?|passphrase|passcode|numbers?|no\.|ids?|identifier|name|nickname|username|surname|birthday|birth ?date|anniversary|address|postcode|zip|phone|mobile|extension|e-?mail|deadline|due date|budget|price|rate|fee|salary|rent|deposit|iban|account|invoice|order|ticket|reference|contract|policy|licen[cs]e|plate|vin|serial|version|release|port|host|server|key|token|branch|commit|repository|repo|path|file|folder|url|website|room|gate|flight|seat|platform|floor|locker|shelf|dose|dosage|blood|allerg\p{L}*|height|weight|size|limit|threshold|quota|timeout|temperature|capital|ratio|appointment|meeting|passport|visa|tax|vat|coordinates|combination|frequency|channel|model|registration|membership|customer|employee|supplier|contact|doctor|dentist|lawyer|landlord|manager|kennwort|passwort|nummer|adresse|geburtstag|mot de passe|numéro|adresse|anniversaire|contraseña|número|cumpleaños)\b|密码|号码|编号|地址|电话|生日|名字|预算|价格|番号|住所|名前|誕生日/iu;
const ASKS_TO_KEEP =
  /\b(?:remember|don['’]?t forget|keep in mind|note (?:that|down|this)|for the record|important|write (?:that |this |it )?down|fyi|for future reference|make a note|merk dir|wichtig|n['’]oublie|rappelle|recuerda|no olvides)\b|记住|记得|请注意|覚えて/iu;
const HEDGES =
  /\b(?:maybe|perhaps|probably|roughly|approximately|about|around|almost|nearly|some|i think|i guess|i suppose|kind of|sort of|or so|like \d|something like|at least|more than|less than|over \d|might|could|would|wish|if i|feels like|hope)\b|大概|可能|也许/iu;
const NARRATES =
  /\b(?:i|we|he|she|they|it|somebody|someone|you)(?: (?:just|also|only|even|really|finally|then|both|already))? (?:\p{L}{2,14}ed|had|saw|went|ate|drank|got|made|took|came|met|bought|read|ran|slept|spent|found|left|heard|lost|won|was|were|did|gave|told|said|sat|thought|woke|drove|rode|swam|cooked|caught|felt|kept|stood|wrote|sang|paid|cost|sold|put|knew|['’]?ve|have been|am going|went on)\b/iu;
const PASSING =
  /\b(?:today|yesterday|tonight|this (?:morning|afternoon|evening|week|weekend)|last (?:night|week|weekend|month|year|summer|winter)|just now|right now|so far|earlier|the other day|ago|lol|haha|anyway)\b|[!！]|昨天|今天|昨日|今日/iu;
const VAGUE_SUBJECT =
  /^(?:(?:and|but|so|well|then) )?(?:it|that|this|there|these|those|here|he|she|they|you|one|what|who|which)\b/iu;

export interface FactWeightInput {
  sentence: string;
  clause?: string;
  value: string;
  worth: number;
  role?: 'user' | 'assistant';
}

/** Definitions (`the gate code is ...`) outweigh narration (`I walked ...`). */
export function factWeight({
  sentence: whole,
  clause,
  value,
  worth,
  role = 'user',
}: FactWeightInput): number {
  const sentence = clause === undefined ? whole : definingPart(whole, { clause, value });
  const at = Math.max(0, sentence.indexOf(value));
  const before = sentence.slice(0, at);
  const isVague = VAGUE_SUBJECT.test(sentence);
  const defines = DEFINES.test(before) && !isVague;
  const names = KEY_NOUN.test(sentence);
  return (
    worth +
    (defines ? 2 : 0) +
    (OWNS.test(sentence) ? 1 : 0) +
    (names ? 2 : 0) +
    // An assistant's "Remember …" is advice.
    (ASKS_TO_KEEP.test(whole) && role === 'user' ? 3 : 0) -
    (HEDGES.test(sentence) ? 2 : 0) -
    (NARRATES.test(sentence) && !/\bwas born\b/i.test(sentence) ? 3 : 0) -
    (PASSING.test(sentence) ? 2 : 0) -
    (isVague ? 1 : 0) -
    (role === 'assistant' ? 3 : 0)
  );
}

function definingPart(sentence: string, { clause, value }: { clause: string; value: string }): string {
  const before = clause.slice(0, Math.max(0, clause.indexOf(value)));
  const words = before.split(' ').filter((word) => word !== '').length;
  const isWhole = clause.length >= sentence.length - 8;
  if (isWhole || words < 3 || !DEFINES.test(before) || VAGUE_SUBJECT.test(clause)) return sentence;
  return /^\p{Ll}/u.test(clause) ? `The ${clause}` : clause;
}
