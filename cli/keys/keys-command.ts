import type { Command } from 'commander';
import { newCommand, newGroup } from '../program/new-command.js';
import { collectPaths, parseWholeNumber } from '../program/options.js';
import { createOutput } from '../format/output.js';

export function createKeysCommand(): Command {
  return newGroup('keys', 'create, list and revoke keys for the gateway')
    .addCommand(createCreateCommand())
    .addCommand(createListCommand())
    .addCommand(createRevokeCommand());
}

const MORE = `
The key is printed once, alone on standard output; only its hash is stored. Send it as
'Authorization: Bearer <key>'.`;

interface CreateOptions {
  user: string;
  name?: string;
  flow?: readonly string[];
  role?: readonly string[];
  admin?: boolean;
  days?: number;
  json?: boolean;
}

function createCreateCommand(): Command {
  return newCommand('create', 'create a key and print it once')
    .requiredOption('--user <name>', 'user of the key')
    .option('--name <text>', 'purpose of the key')
    .option('--flow <slug>', 'a flow it may use; repeatable (default: all)', collectPaths)
    .option('--role <name>', 'a role for approvals, as staff; repeatable (default: none)', collectPaths)
    .option('--admin', "may act for other users, named by the header 'threadline-user'")
    .option('--days <number>', 'days until it expires (default: never)', parseWholeNumber(36_500))
    .addHelpText('after', MORE)
    .action(async ({ json, flow, role, admin = false, ...options }: CreateOptions) => {
      const { runCreate } = await import('./keys.js');
      await runCreate({ ...options, flows: flow, roles: role, admin }, createOutput({ json }));
    });
}

function createListCommand(): Command {
  return newCommand('list', 'list keys by id, newest first')
    .option('--user <name>', 'only for this user')
    .action(async ({ json, user }: { json?: boolean; user?: string }) => {
      const { runList } = await import('./keys.js');
      await runList({ user }, createOutput({ json }));
    });
}

function createRevokeCommand(): Command {
  return newCommand('revoke', 'permanently revoke a key, from the next request on')
    .argument('<id>', "id of the key from 'threadline keys list': the part between 'tl_' and the next '_'")
    .action(async (id: string, { json }: { json?: boolean }) => {
      const { runRevoke } = await import('./keys.js');
      await runRevoke(id, createOutput({ json }));
    });
}
