import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Config } from '../../config.js';
import { EXIT_CODES } from '../program/exit-codes.js';
import { Shutdown } from '../program/shutdown.js';
import { readVersion } from '../program/version.js';
import { withClient, withDatabase } from '../system/open-client.js';
import { createFlowServer } from './flow-server.js';

/** Options of `threadline mcp`. */
export interface McpOptions {
  flow?: string[];
  user?: string;
  wait: number;
}

/** Serves one client on standard input and output until it goes away; turns that run go on without it. */
export async function runMcp(config: Config, options: McpOptions): Promise<number> {
  const shutdown = new Shutdown();
  return withClient(config, (client, { databaseUrl }) =>
    withDatabase(databaseUrl, async (db) => {
      const server = createFlowServer({
        client,
        db,
        user: options.user ?? config.user,
        flows: options.flow,
        waitMs: options.wait * 1_000,
        version: readVersion(),
      });
      const ended = new Promise<void>((resolve) => {
        // The transport does not notice that its client is gone.
        process.stdin.once('end', resolve);
        process.stdin.once('close', resolve);
        shutdown.signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await server.connect(new StdioServerTransport());
      await ended;
      await server.close();
      return shutdown.exitCode() ?? EXIT_CODES.ok;
    }),
  );
}
