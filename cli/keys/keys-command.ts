import type { Command } from 'commander';
import { newCommand, newGroup } from '../program/new-command.js';
import { collectPaths, parseWholeNumber } from '../program/options.js';
import { createOutput } from '../format/output.js';

/** `threadline keys`: makes, lists and revokes the keys by which programs ask a gateway. */
export function createKeysCommand(): Command {
  return newGroup('keys', 'create, list and revoke keys for the gateway')
    .addCommand(createCreateCommand())
    .addCommand(createListCommand())
    .addCommand(createRevokeCommand());
}

const MORE = `
The key is shown this once, alone on standard output: only its hash is stored. A request has it as
'Authorization: Bearer <key>'.`;

interface CreateOptions {
  user: string;
  name?: string;
  flow?: readonly string[];
  admin?: boolean;
  days?: number;
  json?: boolean;
}

function createCreateCommand(): Command {
  return newCommand('create', 'make a key, and show it once')
    .requiredOption('--user <name>', 'whose requests it makes')
    .option('--name <text>', 'what it is for')
    .option('--flow <slug>', 'a flow that exists for it, may be repeated (default: all)', collectPaths)
    .option('--admin', "it may act for other users, by the header 'threadline-user'")
    .option('--days <number>', 'days until it ends (default: it has no end)', parseWholeNumber(36_500))
    .addHelpText('after', MORE)
    .action(async ({ json, flow, admin = false, ...options }: CreateOptions) => {
      const { runCreate } = await import('./keys.js');
      await runCreate({ ...options, flows: flow, admin }, createOutput({ json }));
    });
}

function createListCommand(): Command {
  return newCommand('list', 'list keys, newest first, without the keys themselves')
    .option('--user <name>', 'only of this user')
    .action(async ({ json, user }: { json?: boolean; user?: string }) => {
      const { runList } = await import('./keys.js');
      await runList({ user }, createOutput({ json }));
    });
}

function createRevokeCommand(): Command {
  return newCommand('revoke', 'end a key for good, with the next request')
    .argument('<id>', "its id, as 'threadline keys list' shows it: the part between 'tl_' and the next '_'")
    .action(async (id: string, { json }: { json?: boolean }) => {
      const { runRevoke } = await import('./keys.js');
      await runRevoke(id, createOutput({ json }));
    });
}
