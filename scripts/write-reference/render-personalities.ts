import { readFile } from 'node:fs/promises';
import { PERSONALITIES } from '../../packages/testing/model-server/personalities/personalities.js';

const SOURCE = new URL('../../packages/testing/model-server/personalities/personalities.ts', import.meta.url);
const INTRO =
  'Deviations of real endpoints, for the option `personality` of a [model server](testing.md#modelserveroptions). ' +
  '[Testing](../testing.md#personalities) shows how to use them.';

export async function renderPersonalities(): Promise<string> {
  const source = await readFile(SOURCE, 'utf8');
  const comments = [...source.matchAll(/\/\*\* (.+) \*\/\n {2}'?([\w.-]+)'?: \{/g)];
  const texts = new Map(comments.map(([, text, name]) => [name, text]));
  const rows = Object.keys(PERSONALITIES).map((name) => {
    const text = texts.get(name);
    if (text === undefined) throw new Error(`Personality '${name}' has no comment`);
    return `| \`${name}\` | ${text} |`;
  });
  return (
    ['# Personalities', INTRO, ['| name | behavior |', '| --- | --- |', ...rows].join('\n')].join('\n\n') +
    '\n'
  );
}
