import { BEGINNING_CHARACTERS, type TracePart } from './explain-rows.js';

/** The beginning of what a message of a step says: its texts, `tool(input)` for calls, `tool: output` for results. */
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
  // What a tool throws is stored with these words already.
  if (isError) return text.startsWith(failed) ? text : failed + text;
  return `${name}: ${text}`;
}
