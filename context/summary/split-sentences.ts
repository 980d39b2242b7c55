const MOST_CHARACTERS = 600;
const BREAKS = /[.!?]{1,8}["'”’)\]]{0,3}(?=\s|$)|[。！？]["”」』]{0,3}|\n|;\s/g;
const ABBREVIATION =
  /(?:^|[\s(])(?:\p{L}|e\.g|i\.e|mr|mrs|ms|dr|st|no|vs|etc|approx|inc|ltd|jr|sr|prof|nr|ca|z\.b|bzw)\.$/iu;

/** Splits a text into its sentences, trimmed, without code fences; very long ones come in pieces. Linear time. */
export function splitSentences(text: string): string[] {
  const sentences: string[] = [];
  const prose = dropCode(text);
  let from = 0;
  for (const match of prose.matchAll(BREAKS)) {
    const end = match.index + match[0].length;
    if (match[0] === '.' && ABBREVIATION.test(prose.slice(Math.max(from, end - 12), end))) continue;
    add(prose.slice(from, end));
    from = end;
  }
  add(prose.slice(from));
  return sentences;

  function add(sentence: string): void {
    for (let at = 0; at < sentence.length; at += MOST_CHARACTERS) {
      const piece = sentence.slice(at, at + MOST_CHARACTERS).trim();
      if (piece !== '') sentences.push(piece);
    }
  }
}

function dropCode(text: string): string {
  let isCode = false;
  const lines = text.split('\n').filter((line) => {
    const isFence = /^\s{0,8}```/.test(line);
    if (isFence) isCode = !isCode;
    return !isFence && !isCode;
  });
  return lines.join('\n');
}
