import { describe, expect, test } from 'vitest';
import { formatSlashHelp } from '../../../../cli/chat/commands/help.js';
import { SLASH_COMMANDS } from '../../../../cli/chat/commands/slash-commands.js';

describe('formatSlashHelp', () => {
  test('every command -> one line that begins with its name; no name twice', () => {
    const names = SLASH_COMMANDS.map(({ name }) => name);
    expect(formatSlashHelp(SLASH_COMMANDS).match(/(?<=^\/)\w+/gm)).toEqual(names);
    expect(new Set(names).size).toBe(names.length);
  });
  test('a command with an argument -> its argument after its name, descriptions in one column', () => {
    const obey = () => undefined;
    const commands = [
      { name: 'say', argument: '<text>', help: 'says it', obey },
      { name: 'go', help: 'goes', obey },
    ];
    expect(formatSlashHelp(commands).split('\n').slice(0, 2)).toEqual([
      '/say <text>  says it',
      '/go          goes',
    ]);
  });
});
