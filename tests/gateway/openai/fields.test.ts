import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CHAT_FIELDS, RESPONSE_FIELDS, type FieldTable } from '../../../gateway/openai/requests/fields.js';

test.each<[string, FieldTable]>([
  ['Fields of a chat completion', CHAT_FIELDS],
  ['Fields of a response', RESPONSE_FIELDS],
])('%s -> each is told in the documentation as it is treated', (heading, fields) => {
  const page = readFileSync(new URL('../../../docs/gateway-openai.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split(`## ${heading}\n`);
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .flatMap((line) => {
      const [name = '', use = '', because = ''] = line
        .split('|')
        .slice(1)
        .map((cell) => cell.trim());
      return /^`\w+`$/.test(name) ? [[name.slice(1, -1), use, because]] : [];
    });
  expect(rows).toEqual(
    Object.entries(fields).map(([name, field]) => [name, field.use, 'because' in field ? field.because : '']),
  );
});
