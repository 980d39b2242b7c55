import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FAILURE_TYPES } from '../../protocol/failure-types.js';

const ROOT = join(import.meta.dirname, '../..');
const AREAS = [...new Set(FAILURE_TYPES.map((type) => type.split('.')[0]))];
const LITERAL = new RegExp(`'(?:${AREAS.join('|')})\\.[A-Z][A-Za-z]+'`, 'g');
const FOLDERS = [
  'activities',
  'cli',
  'client',
  'models',
  'packages/gateway',
  'protocol',
  'store',
  'worker',
  'workflows',
];

describe('FAILURE_TYPES', () => {
  test('every type that the code names -> is in the list, and every one of the list is named', () => {
    const named = FOLDERS.flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((file) =>
        join(folder, file),
      ),
    )
      .filter((file) => file.endsWith('.ts') && file !== join('protocol', 'failure-types.ts'))
      .flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(LITERAL) ?? [])
      .map((literal) => literal.slice(1, -1));
    expect([...new Set(named)].sort()).toEqual([...FAILURE_TYPES].sort());
  });
});
