import { describe, expect, test } from 'vitest';
import { readFailures } from '../../../scripts/write-reference/read-failures.js';
import { renderFailures } from '../../../scripts/write-reference/render-failures.js';
import { FAILURE_TYPES } from '../../../protocol/failure-types.js';

describe('readFailures', () => {
  test('the sources -> every type, with a sentence', async () => {
    const failures = await readFailures();
    expect(failures.map(({ type }) => type)).toEqual(FAILURE_TYPES);
    for (const { text } of failures) expect(text).toMatch(/^[A-Z].*\.$/);
  });
});

describe('renderFailures', () => {
  test('a type -> one row with its status', () => {
    const page = renderFailures([{ type: 'Turn.Conflict', status: 409, text: 'Use a new id.' }]);
    expect(page).toContain('| `Turn.Conflict` | 409 | Use a new id. |');
  });
});
