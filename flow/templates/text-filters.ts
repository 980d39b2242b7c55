import { numberArgument, textArgument, type FilterInput } from './filter-input.js';
import { valueText } from './value-text.js';

export const TEXT_FILTERS: ReadonlyMap<string, (input: FilterInput) => unknown> = new Map([
  ['upper', ofText((text) => text.toUpperCase())],
  ['lower', ofText((text) => text.toLowerCase())],
  ['capitalize', ofText((text) => capitalized(text))],
  ['title', ofText((text) => text.replace(/[\p{L}\p{N}]+/gu, capitalized))],
  ['trim', ofText((text) => text.trim())],
  ['strip', ofText((text) => text.trim())],
  ['lstrip', ofText((text) => text.trimStart())],
  ['rstrip', ofText((text) => text.trimEnd())],
  ['startswith', ofText((text, input) => text.startsWith(textArgument(input, [0, 'prefix', ''])))],
  ['endswith', ofText((text, input) => text.endsWith(textArgument(input, [0, 'suffix', ''])))],
  ['split', ofText(split)],
  ['replace', ofText(replace)],
  ['indent', ofText(indent)],
  ['truncate', ofText(truncate)],
]);

function ofText(filter: (text: string, input: FilterInput) => unknown) {
  return (input: FilterInput) => filter(valueText(input.value, input.meter), input);
}

function capitalized(word: string): string {
  const [first = ''] = word;
  return first.toUpperCase() + word.slice(first.length).toLowerCase();
}

function split(text: string, input: FilterInput): string[] {
  const separator = textArgument(input, [0, 'separator', '']);
  return separator === '' ? text.split(/\s+/).filter((word) => word !== '') : text.split(separator);
}

function replace(text: string, input: FilterInput): string {
  const old = textArgument(input, [0, 'old', '']);
  if (old === '') return text;
  const substitute = textArgument(input, [1, 'new', '']);
  const parts = text.split(old);
  const count = numberArgument(input, [2, 'count', parts.length]);
  const replaced = Math.max(0, Math.min(parts.length - 1, Math.trunc(count)));
  input.meter.make(text.length + replaced * substitute.length);
  const head = parts.slice(0, replaced + 1).join(substitute);
  const tail = parts.slice(replaced + 1);
  return [head, ...tail].join(old);
}

function indent(text: string, input: FilterInput): string {
  const width = Math.max(0, Math.trunc(numberArgument(input, [0, 'width', 4])));
  const lines = text.split('\n');
  input.meter.make(text.length + lines.length * width);
  const space = ' '.repeat(width);
  return lines.map((line, index) => (index === 0 || line === '' ? line : space + line)).join('\n');
}

/** The length includes the ending. */
function truncate(text: string, input: FilterInput): string {
  const limit = Math.max(0, numberArgument(input, [0, 'length', 255]));
  const characters = Array.from(text);
  return characters.length <= limit ? text : `${characters.slice(0, Math.max(0, limit - 1)).join('')}…`;
}
