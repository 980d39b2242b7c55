const THOUSANDS = /(?<=\d)[,'’ \u00a0\u202f](?=\d{3}(?!\d))/g;
const WORD = /[\p{L}\p{N}]/u;

export function normalizeValue(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[“”„«»「」『』]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(THOUSANDS, '')
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/\s+/g, ' ')
    .trim();
}

export function holdsValue(text: string, value: string): boolean {
  if (value === '') return true;
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + value.length)) {
    if (standsAlone(text, at, value)) return true;
  }
  return false;
}

function standsAlone(text: string, at: number, value: string): boolean {
  const end = at + value.length;
  const before = text.charAt(at - 1);
  const after = text.charAt(end);
  const opens = WORD.test(value.charAt(0)) && isCased(value.charAt(0)) && isCased(before);
  const closes =
    WORD.test(value.charAt(value.length - 1)) && isCased(value.charAt(value.length - 1)) && isCased(after);
  // `3.5` and `1.3` do not contain `3`.
  const isDecimal =
    (/\d/.test(value.charAt(value.length - 1)) && /^[.,]\d/.test(text.slice(end, end + 2))) ||
    (/\d/.test(value.charAt(0)) && /\d[.,]$/.test(text.slice(Math.max(0, at - 2), at)));
  return !opens && !closes && !isDecimal;
}

function isCased(character: string): boolean {
  return /[\p{N}\p{Lu}\p{Ll}_]/u.test(character);
}
