/** Begins each answer, so that nobody mistakes this for a language model. */
export const OFFLINE_LABEL = 'Offline model:';

const STOP_WORDS = new Set(
  `a about actually after again all also am an and any anything are as at be because been before but by can could did do
  does doing done for from get give had has have he her here him his how i if in into is it its just know let like me
  mine more my no not now of off on once one only or our ours out over please remember remind said say she should so
  some something tell than that the their them then there these they thing this those to told too up us very was we
  were what when where which who whom whose why will with would yes you your yours called whats im ive
  我的 什么 是什 的是 了吗`
    .trim()
    .split(/\s+/),
);
/** An answering sentence may lack these words of the question. */
const KIND_WORDS = new Set(
  'name kind type sort day date time year month use used uses using city town country place colour color person'.split(
    ' ',
  ),
);
const ENDINGS = ['ments', 'ment', 'ing', 'ed', 'es', 'er', 'ly', 's'];
/** Without spaces, pairs of letters are compared. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

export function contentWords(text: string): Set<string> {
  const words = new Set<string>();
  for (const [word] of text
    .toLowerCase()
    .replace(/['’]s?\b/g, '')
    .matchAll(/[\p{L}\p{N}_]+/gu)) {
    for (const unit of UNSPACED.test(word) ? pairs(word) : [word]) {
      if (!STOP_WORDS.has(unit)) words.add(KIND_WORDS.has(unit) ? unit : stem(unit));
    }
  }
  return words;
}

export function isKindWord(word: string): boolean {
  return KIND_WORDS.has(word);
}

export function listSentences(text: string): string[] {
  return text
    .split(/(?<=[.!?]["')\]]?)\s+|(?<=[。！？])|\n+/u)
    .map((sentence) => sentence.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
    .filter((sentence) => sentence !== '');
}

export function isQuestion(sentence: string): boolean {
  return (
    /[?？؟]["')\]]?\s*$/.test(sentence) ||
    /^(?:(?:and|so|but|please|then|ok|okay)[,\s]+)*(?:what|what's|whats|who|who's|whose|whom|where|when|which|why|how|do you|did|does|can you|could you|tell me|remind me)\b/i.test(
      sentence,
    )
  );
}

function pairs(word: string): string[] {
  const letters = [...word];
  return letters.length < 2
    ? letters
    : letters.slice(1).map((letter, index) => `${letters[index] ?? ''}${letter}`);
}

function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  const ending = ENDINGS.find((candidate) => word.endsWith(candidate) && word.length - candidate.length >= 3);
  const root = word.endsWith('ies')
    ? `${word.slice(0, -3)}y`
    : word.slice(0, word.length - (ending?.length ?? 0));
  return root.length > 3
    ? root
        .replace('our', 'or')
        .replace(/e$/, '')
        .replace(/([^aeiouls])\1$/, '$1')
    : root;
}
