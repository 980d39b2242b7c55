/** `worth` ranges from 1 for a small number to 3 for an unmistakable value. */
export interface FoundValue {
  value: string;
  at: number;
  worth: number;
}

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)';
const NUMBER = String.raw`\d{1,15}(?:[.,'’]\d{1,15}){0,6}`;
const UNIT =
  '(?:%|‰|°[CF]?|€|\\$|£|¥|₹|(?:usd|eur|gbp|chf|jpy|dollars?|euros?|pounds?|francs?|cents?|km/h|mph|km|cm|mm|m²|m2|meters?|metres?|miles?|feet|ft|inches|kg|mg|grams?|g|lbs?|tons?|tonnes?|liters?|litres?|ml|l|kwh|kw|mw|w|volts?|v|hz|mhz|ghz|[kmgt]i?b|ms|seconds?|minutes?|hours?|days?|weeks?|months?|years?|percent|points?|people|users?|pages?|rooms?|beds?|pieces?|units?|times|million|billion|thousand|k|m|bn)\\b)';
const SCALE = '(?: ?(?:k|m|bn|million|billion|thousand)\\b)?';

/** Bounded repetitions match in linear time. */
const KINDS: readonly { pattern: string; worth: number }[] = [
  { pattern: String.raw`https?:\/\/[^\s<>"'）)]{1,300}[^\s<>"'）).,;:!?]`, worth: 3 },
  { pattern: String.raw`[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}`, worth: 3 },
  {
    pattern: String.raw`"[^"\n]{1,80}"|“[^”\n]{1,80}”|«[^»\n]{1,80}»|「[^」\n]{1,80}」|『[^』\n]{1,80}』|《[^》\n]{1,80}》|„[^“”\n]{1,80}[“”]`,
    worth: 3,
  },
  { pattern: '`[^`\\n]{1,80}`', worth: 3 },
  {
    pattern: String.raw`(?<![\w/.])(?:[A-Za-z]:\\|~\/|\.{1,2}\/|\/)[\w.@-]{1,80}(?:[\/\\][\w.@-]{1,80}){0,20}`,
    worth: 3,
  },
  {
    pattern: String.raw`\b[\w-]{1,60}\.(?:tsx?|jsx?|py|rs|go|java|json|ya?ml|toml|md|txt|csv|xlsx?|pdf|docx?|sql|sh|html?|css|png|jpe?g|zip|log|conf|ini|env)\b`,
    worth: 3,
  },
  { pattern: String.raw`\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2})?Z?)?\b`, worth: 3 },
  { pattern: String.raw`\b\d{1,2}(?:st|nd|rd|th|\.)?(?: of)? ${MONTH}\b(?:,? \d{4}\b)?`, worth: 3 },
  { pattern: String.raw`\b${MONTH}\.? \d{1,2}(?:st|nd|rd|th)?\b(?:,? \d{4}\b)?`, worth: 3 },
  { pattern: String.raw`\b${MONTH} \d{4}\b`, worth: 2 },
  {
    pattern: String.raw`\d{2,4} ?年(?: ?\d{1,2} ?月)?(?: ?\d{1,2} ?[日号])?|\d{1,2} ?月 ?\d{1,2} ?[日号]`,
    worth: 3,
  },
  { pattern: String.raw`\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b`, worth: 3 },
  {
    pattern: String.raw`\bv?\d{1,5}(?:\.\d{1,6}){2,3}(?:-[a-z0-9.]{1,20})?\b|\bv\d{1,5}(?:\.\d{1,6}){0,3}\b`,
    worth: 3,
  },
  { pattern: String.raw`\b\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]\.?m\b)?|\b\d{1,2} ?[ap]m\b`, worth: 2 },
  {
    pattern: String.raw`(?<!\w)\+\d{1,3}(?:[ ()-]{1,2}\d{2,8}){1,5}\b|\b\d{3}[- ]\d{3,4}(?:[- ]\d{2,4})?\b`,
    worth: 3,
  },
  { pattern: String.raw`(?:[$€£¥₹]|\b(?:usd|eur|gbp|chf) )\s?${NUMBER}${SCALE}`, worth: 2 },
  {
    pattern: String.raw`\b(?=[A-Za-z_-]{0,24}\d)(?=[\d_-]{0,24}[A-Za-z])(?!\d{1,6}(?:st|nd|rd|th|s|kg|km|g|m|k|h|ml|cm|mm|mb|gb|tb|kb|ms|am|pm|x)\b)[A-Za-z0-9]{1,40}(?:[-_/.#:][A-Za-z0-9]{1,40}){0,8}`,
    worth: 3,
  },
  { pattern: String.raw`#\d{1,12}\b`, worth: 3 },
  { pattern: String.raw`(?<![\w.])[-−]?${NUMBER}(?: ?[-–] ?${NUMBER})?[ -]?${UNIT}`, worth: 2 },
  { pattern: String.raw`(?<![\w.])[-−]?${NUMBER}(?![\w])(?:[-–/x×:]\d{1,12}){0,4}`, worth: 0 },
  { pattern: String.raw`\d{1,15}(?:\.\d{1,6})?`, worth: 0 },
];
const VALUES = new RegExp(KINDS.map(({ pattern }) => `(${pattern})`).join('|'), 'giu');
const NAME_WORD = String.raw`\p{Lu}[\p{L}\p{N}'’&-]{0,30}`;
const NAMES = new RegExp(
  String.raw`(?<![\p{L}\p{N}_'’.@-])${NAME_WORD}(?: (?:(?:of|de|da|del|di|la|le|van|von|der|den|al|bin|y) ){0,2}${NAME_WORD}){0,4}`,
  'gu',
);
const NO_NAMES =
  /^(?:I|I['’]\p{L}{1,3}|OK|Okay|AI|TV|PC|Mr|Mrs|Ms|Dr|Yes|No|Thanks|Hi|Hello|Hey|The|A|An|And|But|So|My|Our|It|This|That|We|You|He|She|They|In|On|At|If|When|What|How|Please|Also|Note|Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Christmas|Easter|English)$/u;

/** Such as `the wifi password is sunflower`. */
const NAMED_BY_WORDS =
  /\b(?:password|passphrase|passcode|code ?word|safe ?word|codename|nickname|username|name|favou?rite \p{L}{2,20}|allergic to)(?: (?:of|for|to|at|on)(?: \p{L}{1,20}){1,5}?)?(?: is| are| =|:|(?<=allergic to)) (?<value>\p{Ll}[\p{L}\p{N}'’-]{1,30}(?: \p{L}[\p{L}\p{N}'’-]{0,30}){0,3})[.!]?$/iu;

export function findValues(sentence: string): FoundValue[] {
  const found: FoundValue[] = [];
  for (const match of sentence.matchAll(VALUES)) {
    const kind = KINDS[match.slice(1).findIndex((group) => group !== undefined)];
    const worth = kind?.worth === 0 ? rateNumber(match[0]) : (kind?.worth ?? 0);
    // A path or an address may include the sentence's full stop.
    found.push({ value: match[0].trim().replace(/[.,]+$/, ''), at: match.index, worth });
  }
  const all = [...found, ...findNames(sentence, found)].sort((one, other) => one.at - other.at);
  return all.length > 0 ? all : findNamedByWords(sentence);
}

function findNamedByWords(sentence: string): FoundValue[] {
  const value = NAMED_BY_WORDS.exec(sentence)?.groups?.value;
  return value === undefined ? [] : [{ value, at: sentence.lastIndexOf(value), worth: 2 }];
}

function rateNumber(text: string): number {
  const digits = text.replace(/\D/g, '').length;
  return digits >= 4 ? 3 : digits >= 2 ? 2 : 1;
}

/** The first word is always capitalized. */
function findNames(sentence: string, known: readonly FoundValue[]): FoundValue[] {
  let rest = '';
  for (const { value, at } of known) rest += sentence.slice(rest.length, at) + '\n'.repeat(value.length);
  rest += sentence.slice(rest.length);
  const opening = /[\p{L}\p{N}]/u.exec(sentence)?.index ?? 0;
  return [...rest.matchAll(NAMES)].flatMap((match) => {
    const words = match[0].split(' ');
    let at = match.index;
    while (words[0] !== undefined && (at === opening || isNoName(words[0])))
      at += (words.shift()?.length ?? 0) + 1;
    while (words.length > 0 && isNoName(words.at(-1) ?? '')) words.pop();
    const value = words.join(' ').replace(/['’]s$|[.,'’&-]+$/u, '');
    return value.length < 2 ? [] : [{ value, at, worth: words.length > 1 ? 2 : 1 }];
  });
}

function isNoName(word: string): boolean {
  return NO_NAMES.test(word.replace(/['’]s$|[.,]+$/u, '')) || /^\p{Ll}/u.test(word) || word === '';
}
