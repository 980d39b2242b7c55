import { useMemo } from 'react';
import { toPlainText } from './plain-text.js';
import { splitMatches } from './split-matches.js';

/** A found Markdown text without its marks, from shortly before the first match. */
export function MatchedText({ text, words }: { text: string; words: string }) {
  const parts = useMemo(() => splitMatches(toPlainText(text), words), [text, words]);
  return parts.map((part, at) => (part.isMatch ? <mark key={at}>{part.text}</mark> : part.text));
}
