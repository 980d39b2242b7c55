/** Nobody must mistake it for a language model. */
export const OFFLINE_LABEL = 'Offline model:';

const MAX_QUOTE_LENGTH = 600;

const LEAD_INS =
  /^(?:(?:hi|hello|hey|ok|okay|yes|no|well|so|actually|also|and|btw|by the way|fyi|note|noted|please|remember|keep in mind|for the record|just so you know)(?:[,:!.]?\s+that\b|[,:!]|\s+(?=remember|note|keep|my|i|we|the|that)|\.)\s*)+/i;

const YOU_BY_I: Readonly<Record<string, string>> = {
  "i'm": "you're",
  'i am': 'you are',
  'i was': 'you were',
  "i've": "you've",
  "i'll": "you'll",
  "i'd": "you'd",
  i: 'you',
  me: 'you',
  my: 'your',
  mine: 'yours',
  myself: 'yourself',
  we: 'you',
  "we're": "you're",
  "we've": "you've",
  us: 'you',
  our: 'your',
  ours: 'yours',
  'you are': 'I am',
  you: 'I',
  your: 'my',
  yours: 'mine',
  "the user's": 'your',
};
const PERSONS =
  /\b(?:i am|i was|you are|the user['’]s|i['’](?:m|ve|ll|d)|we['’](?:re|ve)|i|me|my|mine|myself|we|us|our|ours|you|your|yours)\b/gi;

export function addressUser(sentence: string): string {
  const turned = sentence
    .replace(LEAD_INS, '')
    .replace(PERSONS, (words) => YOU_BY_I[words.toLowerCase().replace('’', "'")] ?? words);
  return asSentence(turned);
}

export function quote(sentence: string): string {
  return asSentence(sentence.replace(/\bthe user['’]s\b/gi, 'your'));
}

function asSentence(text: string): string {
  const cut = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH).toWellFormed()}...` : text;
  const [first = ''] = cut;
  const sentence = first.toUpperCase() + cut.slice(first.length);
  return /[.!?。！？…]["')\]]?$/u.test(sentence) ? sentence : `${sentence}.`;
}
