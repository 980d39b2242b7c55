import { visibleText } from '../../context/message/trace-content.js';
import type { Database } from '../database.js';

export interface NodeAnswer {
  nodeId: string;
  step: number;
  text: string;
  tokens: number;
}

export async function loadAnswers(
  db: Database,
  input: { executionId: number; nodeIds: readonly string[]; iterations: readonly string[] },
): Promise<NodeAnswer[]> {
  const { executionId, nodeIds, iterations } = input;
  const rows = await db
    .selectFrom('node_output as node')
    .innerJoin('trace_message as message', (join) =>
      join
        .onRef('message.execution_id', '=', 'node.execution_id')
        .onRef('message.step', '=', 'node.answer_step')
        .on('message.ordinal', '=', 0),
    )
    .select(['node.node_id as nodeId', 'node.iteration', 'message.step'])
    .select(['message.content', 'message.token_count as tokens'])
    .where('node.execution_id', '=', executionId)
    .where('node.node_id', 'in', nodeIds)
    .where('node.iteration', 'in', iterations)
    .where('node.status', '=', 'success')
    .execute();
  const innermost = rows.sort(
    (one, other) => iterations.indexOf(one.iteration) - iterations.indexOf(other.iteration),
  );
  const byNode = new Map<string, NodeAnswer>();
  for (const { nodeId, step, content, tokens } of innermost)
    if (!byNode.has(nodeId)) byNode.set(nodeId, { nodeId, step, text: visibleText(content), tokens });
  return [...byNode.values()];
}

export async function loadAnswerTexts(db: Database, place: SpokenSteps): Promise<Map<number, string>> {
  if (place.steps.length === 0) return new Map();
  const rows = await db
    .selectFrom('trace_message')
    .select(['step', 'content'])
    .where('execution_id', '=', place.executionId)
    .where('step', 'in', [...new Set(place.steps)])
    .where('ordinal', '=', 0)
    .execute();
  return new Map(rows.map(({ step, content }) => [step, visibleText(content)]));
}

export async function loadSpeakingNodes(db: Database, place: SpokenSteps): Promise<Map<number, string>> {
  if (place.steps.length === 0) return new Map();
  const rows = await db
    .selectFrom('node_output')
    .select(['answer_step as step', 'node_id as nodeId'])
    .where('execution_id', '=', place.executionId)
    .where('answer_step', 'in', [...new Set(place.steps)])
    .$narrowType<{ step: number }>()
    .execute();
  return new Map(rows.map(({ step, nodeId }) => [step, nodeId]));
}

interface SpokenSteps {
  executionId: number;
  steps: readonly number[];
}
