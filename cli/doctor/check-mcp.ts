import type { Config } from '../../config.js';
import { startMcpServers } from '../../extend/mcp/mcp-tools.js';
import type { McpServerState } from '../../extend/mcp/watched-server.js';
import { findProjectFile, loadProject } from '../project/load-project.js';
import type { Check } from './check.js';

/** Long, because `npx` may have to download a package. */
const WAIT_MS = 20_000;
const REMEDY = "Correct the server's entry under 'mcp' in threadline.config.ts";

/** Ignores a project that cannot be loaded, which other checks report. */
export async function checkMcp({ model }: Config, folder: string): Promise<Check[]> {
  if (findProjectFile(folder) === undefined) return [];
  let servers;
  try {
    const { project } = await loadProject({ folder, model });
    servers = startMcpServers(project.mcp, () => undefined);
  } catch {
    return [];
  }
  try {
    await servers.settled(WAIT_MS);
    return servers.states().map(({ name, state }) => ({ name: `MCP ${name}`, ...describe(state) }));
  } finally {
    await servers.close();
  }
}

function describe(state: McpServerState): Omit<Check, 'name'> {
  switch (state.kind) {
    case 'ready': {
      const { tools, notes } = state.offer;
      const names = tools.map(({ schema }) => schema.name).join(', ');
      const found = `${tools.length} ${tools.length === 1 ? 'tool' : 'tools'}${tools.length === 0 ? '' : `: ${names}`}`;
      return notes.length === 0
        ? { status: 'ok', found }
        : { status: 'warn', found, remedy: notes.join('\n') };
    }
    case 'starting':
      return { status: 'fail', found: `it did not respond within ${WAIT_MS / 1_000} s`, remedy: REMEDY };
    case 'down':
      return { status: 'fail', found: state.why, remedy: REMEDY };
  }
}
