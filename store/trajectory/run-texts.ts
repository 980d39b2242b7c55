import { sql } from 'kysely';
import type { Database } from '../database.js';
import { readReference } from '../../trajectory/recorded/knowledge-reference.js';
import { loadKnowledge } from './load-knowledge.js';
import type { RecordedNode, RecordedQuery, RoundRows } from './round-rows.js';

export interface RecordedTool {
  name: string;
  description: string;
  inputSchema: Record<string, unknown>;
}

export interface RunTexts {
  findPrompt(run: RecordedQuery): string | undefined;
  /** Returns null if the text was deleted, undefined if the node never had one. */
  findKnowledge(node: RecordedNode): string | null | undefined;
  findTool(place: { executionId: number; step: number }, name: string): RecordedTool | undefined;
}

interface SentRow {
  executionId: number;
  step: number;
  prompt: string | null;
  tools: string | null;
}

/** In an outline, omits the texts of Knowledge, which may span many messages. */
export async function loadRunTexts(
  db: Database,
  { runs, nodes }: RoundRows,
  { isOutline = false }: { isOutline?: boolean } = {},
): Promise<RunTexts> {
  const firstSteps = new Map<string, { executionId: number; step: number }>();
  for (const { executionId, base, step, type } of nodes) {
    const key = toKey({ executionId, step: base });
    if (type === 'State' && !firstSteps.has(key)) firstSteps.set(key, { executionId, step });
  }
  const steps = [...firstSteps.values(), ...nodes.filter(({ type }) => type === 'Tool')];
  const sent = await loadSent(db, steps);
  const [texts, knowledge] = await Promise.all([
    loadTexts(db, { runs, hashes: listHashes(sent, nodes) }),
    loadKnowledge(db, isOutline ? [] : nodes),
  ]);
  const bySteps = new Map(sent.map((row) => [toKey(row), row]));
  const offered = new Map<string, Map<string, RecordedTool>>();
  for (const { tools } of sent)
    if (tools !== null && !offered.has(tools)) offered.set(tools, toTools(texts.get(tools)));
  return {
    findPrompt({ executionId, base }) {
      const first = firstSteps.get(toKey({ executionId, step: base }));
      const hash = first && bySteps.get(toKey(first))?.prompt;
      return hash == null ? undefined : texts.get(hash);
    },
    findKnowledge(node) {
      const reference = readReference(node.attributes);
      if (!reference) return undefined;
      return (
        ('text' in reference ? texts.get(reference.text) : knowledge(node.executionId, reference)) ?? null
      );
    },
    findTool(place, name) {
      const hash = bySteps.get(toKey(place))?.tools;
      return hash == null ? undefined : offered.get(hash)?.get(name);
    },
  };
}

async function loadSent(
  db: Database,
  steps: readonly { executionId: number; step: number }[],
): Promise<SentRow[]> {
  if (steps.length === 0) return [];
  const { rows } = await sql<SentRow>`
    select asked.execution_id as "executionId", asked.step, found.* from (
      select distinct execution_id, step
      from unnest(${steps.map(({ executionId }) => executionId)}::bigint[],
        ${steps.map(({ step }) => step)}::bigint[]) as all_asked (execution_id, step)
    ) asked
    cross join lateral (
      select manifest ->> 'tools' as tools,
        jsonb_path_query_first(manifest::jsonb, '$.sent[*] ? (@.from == "prompt").text') #>> '{}' as prompt
      from context_manifest where execution_id = asked.execution_id and step = asked.step
      offset 0
    ) found`.execute(db);
  return rows;
}

function listHashes(sent: readonly SentRow[], nodes: readonly RecordedNode[]): string[] {
  const known = nodes.flatMap(({ attributes }) => {
    const reference = readReference(attributes);
    return reference && 'text' in reference ? [reference.text] : [];
  });
  return [...new Set([...sent.flatMap(({ prompt, tools }) => [prompt ?? [], tools ?? []].flat()), ...known])];
}

async function loadTexts(
  db: Database,
  { runs, hashes }: { runs: readonly RecordedQuery[]; hashes: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (hashes.length === 0) return new Map();
  const executionIds = [...new Set(runs.map(({ executionId }) => executionId))];
  const { rows } = await sql<{ hash: string; content: string }>`
    select hash, content from generated_text where hash = any(${hashes}::text[])
    union all
    select hash, content from execution_text
    where execution_id = any(${executionIds}::bigint[]) and hash = any(${hashes}::text[])`.execute(db);
  return new Map(rows.map(({ hash, content }) => [hash, content]));
}

function toTools(json: string | undefined): Map<string, RecordedTool> {
  const tools = json === undefined ? [] : (JSON.parse(json) as RecordedTool[]);
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function toKey({ executionId, step }: { executionId: number; step: number }): string {
  return `${executionId}.${step}`;
}
