import { showUnseen } from '../../../protocol/unseen-characters.js';

const MOST_CHARACTERS = 60;

export function describeCall(name: string, input: unknown): string {
  const values = typeof input === 'object' && input !== null ? Object.values(input) : [input];
  const words = values
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .map((value) => showUnseen(String(value)).replace(/\s+/g, ' ').trim())
    .join(', ');
  if (words === '') return name;
  const shown = [...words];
  return `${name}(${shown.length > MOST_CHARACTERS ? `${shown.slice(0, MOST_CHARACTERS).join('')}…` : words})`;
}
