import { BEGINNING_CHARACTERS, type TracePart } from './explain-rows.js';

export function traceBeginning(parts: readonly TracePart[]): string {
  const text = parts.map(partText).join(' ');
  return [...text].slice(0, BEGINNING_CHARACTERS).join('');
}

function partText({ type, name, text, isError }: TracePart): string {
  switch (type) {
    case 'text':
      return text;
    case 'tool-call':
      return `${name ?? 'tool'}(${text})`;
    case 'tool-result':
      return result(name ?? 'tool', { text, isError });
  }
}

function result(name: string, { text, isError }: Pick<TracePart, 'text' | 'isError'>): string {
  const failed = `${name} failed: `;
  // A stored tool error already starts with these words.
  if (isError) return text.startsWith(failed) ? text : failed + text;
  return `${name}: ${text}`;
}
