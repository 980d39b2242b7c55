import type { Command } from 'commander';
import { newGroup } from '../program/new-command.js';
import { parseWholeNumber } from '../program/options.js';
import type { McpOptions } from './run-mcp.js';

const MORE = `
Speaks the Model Context Protocol on standard input and output, for clients that start it. Each flow is a tool, each
conversation of the user a resource. Turns are durable: after a disconnect or restart, a client that repeats a request with
the same id gets the same turn. A configuration for common clients:

  { "mcpServers": { "threadline": { "command": "npx", "args": ["threadline", "mcp"], "cwd": "/path/to/project" } } }`;

export function createMcpCommand(): Command {
  return newGroup('mcp', 'offer flows as tools to clients of the Model Context Protocol')
    .option('--flow <slug...>', 'flows to offer (default: all)')
    .option('--user <name>', 'user of the calls (default: THREADLINE_USER, else your login name)')
    .option(
      '--wait <seconds>',
      'how long a call waits before it returns an id to fetch the answer with',
      parseWholeNumber(3_600),
      50,
    )
    .addHelpText('after', MORE)
    .action(async (options: McpOptions) => {
      const { readConfig } = await import('../../config.js');
      const { runMcp } = await import('./run-mcp.js');
      process.exitCode = await runMcp(readConfig(), options);
    });
}
