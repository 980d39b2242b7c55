import { isRecord } from '../../protocol/is-record.js';

export const VALUE_TESTS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ['defined', (value) => value !== undefined],
  ['undefined', (value) => value === undefined],
  ['none', (value) => value === null],
  ['boolean', (value) => typeof value === 'boolean'],
  ['true', (value) => value === true],
  ['false', (value) => value === false],
  ['string', (value) => typeof value === 'string'],
  ['number', (value) => typeof value === 'number'],
  ['integer', (value) => Number.isInteger(value)],
  ['float', (value) => typeof value === 'number' && !Number.isInteger(value)],
  ['odd', (value) => typeof value === 'number' && Math.abs(value % 2) === 1],
  ['even', (value) => typeof value === 'number' && value % 2 === 0],
  ['mapping', isRecord],
  ['sequence', (value) => typeof value === 'string' || Array.isArray(value)],
  ['iterable', (value) => typeof value === 'string' || Array.isArray(value) || isRecord(value)],
  ['lower', (value) => typeof value === 'string' && value === value.toLowerCase()],
  ['upper', (value) => typeof value === 'string' && value === value.toUpperCase()],
]);
