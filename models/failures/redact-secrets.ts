const REDACTED = '[redacted]';

/** Forms in which keys come back in providers' messages; some providers echo the key that they refuse. */
const SECRETS: readonly (readonly [pattern: RegExp, replacement: string])[] = [
  [/\b(?:sk|rk|pk|gsk|xai|hf|r8)[-_][^\s'",;)}\]]{4,}/gi, REDACTED],
  [/\bAIza[\w-]{10,}/g, REDACTED],
  [/\b(Bearer|Basic)\s+[^\s'",;]{8,}/gi, `$1 ${REDACTED}`],
  [/\b((?:api|access)[ _-]?(?:key|token)(?: provided)?\s*[:=]\s*['"]?)[^\s'",;&]{6,}/gi, `$1${REDACTED}`],
  [/([?&](?:api[-_]?key|key|token)=)[^\s&'"]+/gi, `$1${REDACTED}`],
];

/** Shortest run of a prompt, in characters, that is taken for a quotation of it rather than for chance. */
const QUOTE_LENGTH = 24;

/** The text without anything that looks like an API key. */
export function redactSecrets(text: string): string {
  return SECRETS.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), text);
}

/** The text without the passages it quotes from the given request texts; for texts of a few hundred characters. */
export function withoutQuotes(text: string, requestTexts: readonly string[]): string {
  let result = '';
  for (let at = 0; at < text.length;) {
    const length = quoteLength(text, at, requestTexts);
    result += length > 0 ? '[...]' : text.charAt(at);
    at += Math.max(length, 1);
  }
  return result;
}

/** Length of the passage from `at` on that also stands in a request text; 0 when it is too short to be a quotation. */
function quoteLength(text: string, at: number, requestTexts: readonly string[]): number {
  const start = text.slice(at, at + QUOTE_LENGTH);
  if (start.length < QUOTE_LENGTH) return 0;
  const source = requestTexts.find((candidate) => candidate.includes(start));
  if (source === undefined) return 0;
  let length = QUOTE_LENGTH;
  while (at + length < text.length && source.includes(text.slice(at, at + length + 1))) length += 1;
  return length;
}
