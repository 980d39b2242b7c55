import { describe, expect, test } from 'vitest';
import { parseTypedLine, formatSlashHelp } from '../../../cli/chat/slash-commands.js';

describe('parseTypedLine', () => {
  test('a blank line -> nothing to do', () => expect(parseTypedLine(' \t ')).toEqual({ kind: 'blank' }));
  test('a text -> a message, as it was typed', () =>
    expect(parseTypedLine(' hi /quit')).toEqual({ kind: 'message', text: ' hi /quit' }));
  test('a command -> that command', () =>
    expect(parseTypedLine(' /tree ')).toEqual({ kind: 'command', command: 'tree' }));
  test('a text past the queue -> a message that says how', () =>
    expect(parseTypedLine('/steer in metres ')).toEqual({
      kind: 'message',
      text: 'in metres',
      whileRunning: 'steer',
    }));
  test('a way past the queue without a text -> the command that tells how', () =>
    expect(parseTypedLine('/interrupt ')).toEqual({ kind: 'command', command: 'interrupt' }));
  test('two slashes -> a message that begins with one', () =>
    expect(parseTypedLine('//etc/hosts?')).toEqual({ kind: 'message', text: '/etc/hosts?' }));
  test.each(['/foo', '/', '/toString', '/__proto__'])('%s -> not a command', (line) =>
    expect(parseTypedLine(line).kind).toBe('unknown-command'),
  );
});

describe('formatSlashHelp', () => {
  test('every command -> on a line of its own', () =>
    expect(formatSlashHelp().match(/^\/\w+/gm)).toEqual([
      '/help',
      '/tree',
      '/explain',
      '/steer',
      '/interrupt',
      '/cancel',
      '/clear',
      '/quit',
      '/exit',
    ]));
});
