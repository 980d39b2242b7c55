import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Config } from '../../config.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { Shutdown } from '../program/shutdown.js';
import { readVersion } from '../program/version.js';
import { limitFlows } from '../../packages/gateway/access/limit-flows.js';
import { createFlowServer } from '../../packages/gateway/mcp/flow-server.js';
import { describeError } from '../program/describe-error.js';
import { withClient } from '../system/open-client.js';
import { requireFlow } from '../system/require-flow.js';

export interface McpOptions {
  flow?: string[];
  user?: string;
  wait: number;
}

export async function runMcp(config: Config, options: McpOptions): Promise<number> {
  const shutdown = new Shutdown();
  const user = options.user ?? config.user;
  return withClient(config, async (connected, system) => {
    for (const flow of options.flow ?? []) await requireFlow(flow, system);
    const own = connected.forUser(user);
    const server = createFlowServer({
      client: options.flow ? limitFlows(own, options.flow) : own,
      user,
      waitMs: options.wait * 1_000,
      version: readVersion(),
      describe: describeError,
    });
    const ended = new Promise<void>((resolve) => {
      // The transport does not report a disconnect.
      process.stdin.once('end', resolve);
      process.stdin.once('close', resolve);
      shutdown.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await server.connect(new StdioServerTransport());
    await ended;
    await server.close();
    return shutdown.exitCode() ?? EXIT_CODES.ok;
  });
}
