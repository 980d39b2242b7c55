import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { checkCommand, COMMAND_WORDS } from './check-command.js';
import { PAGES, readBlocks, readSpans, type Place } from './documentation.js';
import { readScripts } from './read-commands.js';

const FILES = ['report.txt', 'conversations.json', 'rollout-2026-01-01.jsonl'];

describe('commands of the documentation', () => {
  test('in blocks -> exist with their options and arguments', () => {
    expect(findProblems(readBlocks('sh'), true)).toEqual([]);
  });

  test('in sentences -> exist with their options', () => {
    const spans = readSpans(COMMAND_WORDS);
    expect(spans.length).toBeGreaterThan(100);
    expect(findProblems(spans, false)).toEqual([]);
  });

  test('settings -> are read by config.ts', () => {
    const config = readFileSync('config.ts', 'utf8');
    const named = PAGES.flatMap(
      (page) => readFileSync(page, 'utf8').match(/\bTHREADLINE_[A-Z_]*[A-Z]\b/g) ?? [],
    );
    expect(new Set(named).size).toBeGreaterThan(20);
    expect(named.filter((name) => !config.includes(name))).toEqual([]);
  });
});

function findProblems(places: readonly Place[], isWhole: boolean): string[] {
  const scripts = places.map(({ code }) => code.replaceAll(/<[\w ]+>|…/g, 'x'));
  return readScripts(scripts, FILES).flatMap(({ commands, errors }, index) => {
    const place = `${places[index]?.page}:${places[index]?.line}`;
    const problems = commands.map((command) => ({ command, problem: checkCommand(command, isWhole) }));
    return [
      ...(errors === '' ? [] : [`${place}: ${errors}`]),
      ...problems
        .filter(({ problem }) => problem !== undefined)
        .map(({ command, problem }) => `${place}: ${command.join(' ')}: ${problem}`),
    ];
  });
}
