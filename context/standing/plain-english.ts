const SPELLINGS: ReadonlyMap<string, string> = new Map([
  ['u', 'you'],
  ['ur', 'your'],
  ['pls', 'please'],
  ['plz', 'please'],
  ['dont', "don't"],
  ['cant', "can't"],
  ['wont', "won't"],
  ['didnt', "didn't"],
  ['doesnt', "doesn't"],
  ['isnt', "isn't"],
  ['im', "i'm"],
  ['ive', "i've"],
  ['youre', "you're"],
  ['youll', "you'll"],
  ['youd', "you'd"],
  ['itd', "it'd"],
  ['lets', "let's"],
  ['gimme', 'give me'],
  ['wanna', 'want to'],
  ['nvm', 'never mind'],
  ['ok', 'okay'],
]);
/** Recognized even with one typo. */
const CUE_WORDS = ['always', 'never', 'please', 'prefer', 'whenever', 'answer', 'reply', 'replies', 'future'];
const OTHERS = new Set(
  'newer nerve neve pleased pleases prefers whoever wherever replay relay repay answers answered reapply rely relies'.split(
    ' ',
  ),
);
const LEAST_LETTERS = 5;
const WORD = /[\p{L}'’]+/gu;

/** Turns `pls dont` into `please don't`. */
export function plainEnglish(sentence: string): string {
  return sentence
    .replace(WORD, (word) => {
      const small = word.toLowerCase();
      return SPELLINGS.get(small) ?? mend(small, word);
    })
    .replace(/\bits (?=okay\b|fine\b|alright\b)/giu, "it's ")
    .replace(/^id (?=(?:really |much )?(?:like|prefer|rather|want|appreciate|love)\b)/iu, "i'd ")
    .replace(/\b(now|here|today) on{2,}\b/giu, '$1 on');
}

function mend(small: string, word: string): string {
  if (small.length < LEAST_LETTERS - 1 || OTHERS.has(small)) return word;
  return CUE_WORDS.find((cue) => small !== cue && isSlip(small, cue)) ?? word;
}

function isSlip(typed: string, meant: string): boolean {
  if (typed.charAt(0) !== meant.charAt(0) || meant.length < LEAST_LETTERS) return false;
  let from = 0;
  while (from < meant.length && typed[from] === meant[from]) from += 1;
  const typedRest = typed.slice(from);
  const meantRest = meant.slice(from);
  switch (typed.length - meant.length) {
    case -1:
      return typedRest === meantRest.slice(1);
    case 1:
      return typedRest.slice(1) === meantRest;
    case 0:
      return (
        typedRest.slice(1) === meantRest.slice(1) ||
        (typedRest[0] === meantRest[1] &&
          typedRest[1] === meantRest[0] &&
          typedRest.slice(2) === meantRest.slice(2))
      );
    default:
      return false;
  }
}
