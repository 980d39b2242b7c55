import { createHash } from 'node:crypto';
import { z } from 'zod';
import { fitsPattern } from '../../protocol/name-pattern.js';
import type { ToolContext, ToolDefinition } from '../tools/define-tool.js';
import type { ToolSchema, ToolSource } from '../tools/tool-registry.js';
import { checkMcpServers } from './check-mcp-servers.js';
import { createProcessGuard } from './connection/process-guard.js';
import { needsApproval } from './needs-approval.js';
import { MCP_LIMITS } from './mcp-limits.js';
import type { McpCallSettings, McpServers } from './mcp-servers.js';
import type { OfferedTool } from './offered-tools.js';
import { toToolResult } from './to-tool-result.js';
import { WatchedServer, type McpServerState } from './watched-server.js';

export interface McpTools {
  sources: readonly ToolSource[];
  settled(ms: number): Promise<void>;
  states(): { name: string; state: McpServerState }[];
  close(): Promise<void>;
}

export function startMcpServers(
  servers: McpServers | undefined,
  note: (level: 'INFO' | 'WARN', message: string) => void,
): McpTools {
  checkMcpServers(servers);
  const guard = createProcessGuard();
  const watched = Object.entries(servers ?? {}).map(
    ([name, server]) => new WatchedServer({ name, server, guard, note }),
  );
  return {
    sources: watched.map(toSource),
    settled: async (ms) => void (await Promise.all(watched.map((server) => server.settled(ms)))),
    states: () => watched.map(({ name, state }) => ({ name, state })),
    async close() {
      await Promise.all(watched.map((server) => server.close()));
      guard.close();
    },
  };
}

const UNKNOWN = 'unavailable';
/** How long a call waits for a server that is starting. */
const STAND_IN_MS = 2_000;
const ANY_INPUT = z.record(z.string(), z.unknown());

function toSource(server: WatchedServer): ToolSource {
  const prefix = `${server.name}__`;
  return {
    prefix,
    find(name) {
      if (!server.offer) return standIn(server, name);
      const tool = server.offer.tools.find(({ schema }) => schema.name === name);
      return tool && toTool(server, tool);
    },
    schemas(pattern) {
      if (!server.offer) return [standInSchema(server, pattern)];
      const fitting = server.offer.tools.filter(({ schema }) => fitsPattern(pattern, schema.name));
      return pattern.includes('*') ? bound(fitting) : fitting.map(({ schema }) => schema);
    },
  };
}

function bound(tools: readonly OfferedTool[]): ToolSchema[] {
  let characters = 0;
  return tools.slice(0, MCP_LIMITS.patternTools).flatMap(({ schema }) => {
    characters += JSON.stringify(schema).length;
    return characters > MCP_LIMITS.patternCharacters ? [] : schema;
  });
}

function toTool(server: WatchedServer, tool: OfferedTool): ToolDefinition {
  const { schema, listedName, mayRepeat } = tool;
  return {
    name: schema.name,
    description: schema.description,
    input: ANY_INPUT,
    retry: mayRepeat ? 'safe' : 'never',
    approve: approveOption(server.settings, tool),
    approvalSeconds: server.settings.approvalSeconds,
    async execute(given, { abortSignal: signal, artifacts, idempotencyKey, progress }: ToolContext) {
      const input = given as Record<string, unknown>;
      const result = await server.call({ name: listedName, input, signal, onProgress: progress, mayRepeat });
      const key = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 8);
      const outcome = await toToolResult(result, {
        keepAs: `${schema.name}-${key}`,
        save: (artifact) => artifacts.save(artifact),
      });
      if (outcome.kind === 'error') throw new Error(outcome.text);
      return outcome.output;
    },
  };
}

function approveOption(settings: McpCallSettings, tool: OfferedTool): ToolDefinition['approve'] {
  const { approveBy: by } = settings;
  return needsApproval(settings, tool) && (!by || { by });
}

/** Stands in for tools of an unavailable server. Its calls return the reason. */
function standInSchema(server: WatchedServer, pattern: string): ToolSchema {
  const isPattern = pattern.includes('*');
  return {
    name: isPattern ? `${server.name}__${UNKNOWN}` : pattern,
    description: isPattern
      ? `The tools of the server '${server.name}' are unavailable. Call this to get the reason, and tell the user.`
      : `A tool of the server '${server.name}', which is unavailable: a call may return the reason.`,
    inputSchema: { type: 'object', properties: {} },
  };
}

function standIn(server: WatchedServer, name: string): ToolDefinition {
  return {
    name,
    description: '',
    input: ANY_INPUT,
    retry: 'safe',
    async execute(input, context: ToolContext) {
      await server.settled(STAND_IN_MS);
      const known = toSource(server).find(name);
      if (!server.offer) throw new Error(server.describeDown());
      // An approval is missing: while the server was down, nobody knew that this tool needs one.
      if (known && known.approve !== false)
        return `The server '${server.name}' is available now: call the tool again.`;
      if (known) return known.execute(input, context);
      return `The server '${server.name}' is available now; its tools are offered from the next message on.`;
    },
  };
}
