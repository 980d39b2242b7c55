import { showUnseen } from '../../../protocol/unseen-characters.js';

const MAX_CHARACTERS = 60;

export function describeCall(name: string, input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  const words = values
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => showUnseen(String(value)).replace(/\s+/g, ' ').trim())
    .join(', ');
  if (words === '') return name;
  const shown = [...words];
  return `${name}(${shown.length > MAX_CHARACTERS ? `${shown.slice(0, MAX_CHARACTERS).join('')}…` : words})`;
}

export function nameInWords(name: string): string {
  const words = showUnseen(name)
    .replace(/(?<=[a-z\d])(?=[A-Z][a-z])/g, ' ')
    .replace(/[_-]+/g, ' ')
    .trim();
  return words.replace(/^./, (first) => first.toUpperCase());
}
