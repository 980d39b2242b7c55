import { fitsPattern } from '../../protocol/name-pattern.js';
import type { McpCallSettings } from './mcp-servers.js';
import type { OfferedTool } from './offered-tools.js';

type Names = Pick<OfferedTool, 'listedName' | 'schema'>;

export function needsApproval({ approve = false }: McpCallSettings, tool: Names): boolean {
  return typeof approve === 'boolean' ? approve : approve.some((pattern) => fits(pattern, tool));
}

/** Finds patterns that match no tool, such as typos, which would leave calls without approval. */
export function unfitPatterns({ approve }: McpCallSettings, tools: readonly Names[]): string[] {
  if (approve === undefined || typeof approve === 'boolean') return [];
  return approve.filter((pattern) => !tools.some((tool) => fits(pattern, tool)));
}

function fits(pattern: string, { listedName, schema }: Names): boolean {
  return fitsPattern(pattern, listedName) || fitsPattern(pattern, schema.name);
}
