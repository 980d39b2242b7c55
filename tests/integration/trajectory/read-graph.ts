import type { Database } from '../../../store/database.js';

export interface StoredGraph {
  nodes: string[];
  edges: string[];
  pointers: string;
}

export async function readGraph(db: Database, conversationId: string): Promise<StoredGraph[]> {
  const executions = await db
    .selectFrom('execution')
    .innerJoin('conversation', 'conversation.id', 'execution.conversation_id')
    .select('execution.id')
    .where('conversation.workflow_id', '=', conversationId)
    .orderBy('execution.id')
    .execute();
  return Promise.all(executions.map(({ id }) => graphOf(db, id)));
}

async function graphOf(db: Database, executionId: number): Promise<StoredGraph> {
  const nodes = await db
    .selectFrom('trajectory_node')
    .select(['step', 'ordinal', 'type', 'number', 'name', 'pointers'])
    .where('execution_id', '=', executionId)
    .execute();
  const edges = await db
    .selectFrom('trajectory_edge')
    .selectAll()
    .where('execution_id', '=', executionId)
    .execute();
  const order = (ordinal: number): number => (ordinal < 0 ? 1_000 - ordinal : ordinal);
  const sorted = nodes.sort(
    (a, b) =>
      Number(a.ordinal < 0) - Number(b.ordinal < 0) || a.step - b.step || order(a.ordinal) - order(b.ordinal),
  );
  const words = new Map(
    sorted.map(({ step, ordinal, type, number, name }) => [
      `${step}.${ordinal}`,
      `${type} ${number}${name === null ? '' : ` ${name}`}`,
    ]),
  );
  return {
    nodes: [...words.values()],
    edges: edges
      .map(
        (edge) =>
          `${words.get(`${edge.from_step}.${edge.from_ordinal}`)} -${edge.type}-> ${words.get(`${edge.to_step}.${edge.to_ordinal}`)}`,
      )
      .sort(),
    pointers: sorted.find(({ type }) => type === 'Query')?.pointers ?? '',
  };
}
