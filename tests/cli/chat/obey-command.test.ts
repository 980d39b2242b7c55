import { describe, expect, test } from 'vitest';
import { SLASH_COMMANDS } from '../../../cli/chat/commands/slash-commands.js';
import { isObeyedNow } from '../../../cli/chat/obey-command.js';

describe('isObeyedNow', () => {
  const obeyed = (isWaiting: boolean) =>
    SLASH_COMMANDS.filter((command) => isObeyedNow(command, { isWaiting })).map(({ name }) => name);

  test('while an answer is written -> commands that steer or end it run; the rest wait', () =>
    expect(obeyed(false)).toEqual(['approve', 'steer', 'interrupt', 'cancel', 'quit', 'exit']));

  test('while the answer waits for a person -> commands that only show something run, too', () =>
    expect(obeyed(true)).toEqual([
      ...['help', 'history', 'threads', 'tree', 'explain', 'model', 'usage'],
      ...['approve', 'steer', 'interrupt', 'cancel', 'quit', 'exit'],
    ]));
});
