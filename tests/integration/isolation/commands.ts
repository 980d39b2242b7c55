import type { Command } from 'commander';
import { ID, newId, SECRET } from './things-of-ada.js';

export const HER_FILE = 'a file of hers';

export const COMMANDS: Record<string, readonly string[][] | undefined> = {
  dev: undefined,
  chat: undefined,
  ask: [['mine']],
  run: [
    ['note', '--input', 'mine', '--id', ID],
    ['note', '--input', SECRET, '--id', ID],
    ['note', '--input', 'mine', '--id', newId()],
  ],
  history: [[], ['--thread', 'aside'], ['--channel', 'side'], ['--summaries']],
  retry: [[ID]],
  regenerate: [[ID]],
  edit: [[ID, 'mine']],
  branches: [[]],
  switch: [['1']],
  fork: [[ID]],
  health: [[]],
  backtest: [['--settings', 'tests/integration/isolation/no-changes.json', '--json']],
  download: [[HER_FILE]],
  drop: [[ID], ['--restore']],
  clear: [[]],
  'threads list': [[]],
  'threads open': [['1', '--id', 'aside']],
  'threads show': [['not-open']],
  'threads flatten': [[], ['--channel', 'side']],
  'threads merge': [
    ['--id', ID],
    ['--format', 'transcript'],
  ],
  'threads rename': [['mine']],
  'threads delete': [['aside', '--yes']],
  forget: [['--yes']],
  mcp: undefined,
  'executions list': [[]],
  'approvals list': [[]],
  audit: undefined,
  'keys create': undefined,
  'keys list': undefined,
};

export function commandsWithUser(command: Command, path: readonly string[] = []): string[] {
  const own = command.options.some(({ long }) => long === '--user') ? [path.join(' ')] : [];
  return [...own, ...command.commands.flatMap((one) => commandsWithUser(one, [...path, one.name()]))];
}
