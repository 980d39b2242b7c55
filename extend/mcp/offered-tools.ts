import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ToolSchema } from '../tools/tool-registry.js';
import { cleanSchema, newReadBudget } from './clean-schema.js';
import { MCP_LIMITS } from './mcp-limits.js';

export interface OfferedTool {
  listedName: string;
  schema: ToolSchema;
  /** The server declares it idempotent or read-only. */
  mayRepeat: boolean;
}

export interface ToolOffer {
  tools: readonly OfferedTool[];
  notes: readonly string[];
}

const HINT = z.boolean().optional().catch(undefined);
const LISTED = z.looseObject({
  name: z.string().min(1).max(1_000),
  description: z.string().optional().catch(undefined),
  inputSchema: z.unknown(),
  annotations: z.looseObject({ idempotentHint: HINT, readOnlyHint: HINT }).optional().catch(undefined),
  execution: z.looseObject({ taskSupport: z.unknown() }).optional().catch(undefined),
});
type Listed = z.infer<typeof LISTED>;

const MAX_NAME = 64;
const OPEN_SCHEMA = { type: 'object', properties: {} };

/**
 * The list is untrusted: fits names to providers, and cuts schemas and descriptions. Drops unusable tools
 * with a note.
 */
export function offerListedTools(server: string, listed: readonly unknown[]): ToolOffer {
  const notes: string[] = [];
  if (listed.length > MCP_LIMITS.tools)
    notes.push(`it lists more than ${MCP_LIMITS.tools} tools; the rest is omitted`);
  const readable = listed.slice(0, MCP_LIMITS.tools).flatMap((tool) => {
    const parsed = LISTED.safeParse(tool).data;
    if (!parsed) notes.push('one of its tools has no name and is omitted');
    return parsed ?? [];
  });
  const unique = new Map(readable.map((tool) => [tool.name, tool]));
  const names = offerNames(server, [...unique.keys()]);
  const budget = newReadBudget();
  const tools = [...unique.values()].flatMap((tool) => {
    const problem = findProblem(tool);
    const inputSchema = problem ? undefined : cleanSchema(tool.inputSchema, budget);
    if (!inputSchema) {
      notes.push(
        `'${tool.name.slice(0, 60)}' is omitted: ${problem ?? 'it needs a field whose name providers refuse'}`,
      );
      return [];
    }
    return toOffered(tool, { name: names.get(tool.name) ?? '', inputSchema });
  });
  return { tools, notes: [...new Set(notes)].slice(0, 20) };
}

function findProblem({ execution }: Listed): string | undefined {
  return execution?.taskSupport === 'required' ? 'it must be called as a task' : undefined;
}

function toOffered(
  { name: listedName, description = '', annotations = {} }: Listed,
  { name, inputSchema }: { name: string; inputSchema: Record<string, unknown> },
): OfferedTool {
  const isLarge = JSON.stringify(inputSchema).length > MCP_LIMITS.schemaCharacters;
  return {
    listedName,
    schema: { name, description: cutText(description), inputSchema: isLarge ? OPEN_SCHEMA : inputSchema },
    mayRepeat: annotations.idempotentHint === true || annotations.readOnlyHint === true,
  };
}

function cutText(text: string): string {
  const limit = MCP_LIMITS.descriptionCharacters;
  const cut = text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
  return cut.replaceAll('\0', '').toWellFormed();
}

/** A name that was cut or collides ends in a hash. */
function offerNames(server: string, names: readonly string[]): Map<string, string> {
  const room = MAX_NAME - `${server}__`.length;
  const changed = names.map((name) => name.replace(/[^a-zA-Z0-9_-]/gu, '_'));
  const counts = new Map<string, number>();
  for (const name of changed) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    names.map((name, index) => {
      const plain = changed[index] ?? '';
      const isOwn = plain === name || counts.get(plain) === 1;
      if (isOwn && plain.length <= room) return [name, `${server}__${plain}`];
      const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
      return [name, `${server}__${plain.slice(0, room - hash.length - 1)}_${hash}`];
    }),
  );
}
