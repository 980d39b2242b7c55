import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHAT_FIELDS } from '../../../gateway/openai/requests/fields.js';

test('the fields of a request -> each is told in the documentation as it is treated', () => {
  const page = readFileSync(new URL('../../../docs/gateway-openai.md', import.meta.url), 'utf8');
  const rows = page.split('\n').flatMap((line) => {
    const [name = '', use = '', because = ''] = line
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    return /^`\w+`$/.test(name) ? [[name.slice(1, -1), use, because]] : [];
  });
  expect(rows).toEqual(
    Object.entries(CHAT_FIELDS).map(([name, field]) => [
      name,
      field.use,
      'because' in field ? field.because : '',
    ]),
  );
});
