import { describe, expect, test } from 'vitest';
import { SLASH_COMMANDS } from '../../../cli/chat/commands/slash-commands.js';
import { parseTypedLine, type TypedLine } from '../../../cli/chat/parse-typed-line.js';

describe('parseTypedLine', () => {
  test('a blank line -> ignored', () => expect(parse(' \t ')).toEqual({ kind: 'blank' }));
  test('a text -> a message, exactly as typed', () =>
    expect(parse(' hi /quit')).toEqual({ kind: 'message', text: ' hi /quit' }));
  test('a command -> that command', () =>
    expect(parse(' /tree ')).toMatchObject({ kind: 'command', command: { name: 'tree' }, argument: '' }));
  test('a text after a command -> its argument, with its lines', () =>
    expect(parse('/steer in metres \nand feet ')).toMatchObject({
      kind: 'command',
      command: { name: 'steer' },
      argument: 'in metres \nand feet',
    }));
  test('two slashes -> a message that begins with one', () =>
    expect(parse('//etc/hosts?')).toEqual({ kind: 'message', text: '/etc/hosts?' }));
  test.each(['/foo', '/', '/toString', '/__proto__'])('%s -> a message', (line) =>
    expect(parse(line).kind).toBe('unknown-command'),
  );
});

function parse(line: string): TypedLine {
  return parseTypedLine(line, SLASH_COMMANDS);
}
