import type { AgentQueuesView, QueuedStep } from '../../client/executions/read-queues.js';
import { formatTable } from '../format/format-table.js';
import { oneLine } from '../format/printable.js';
import type { Style } from '../format/style.js';

const STEP_CHARACTERS = 100;

/** Lists running agents, with their running and waiting steps in order. */
export function formatQueues(agents: readonly AgentQueuesView[], style: Style): string {
  return agents.map((agent) => formatAgent(agent, style)).join('\n\n');
}

function formatAgent({ nodeId, iteration, running, waiting }: AgentQueuesView, style: Style): string {
  const rows = [...(running ? [{ ...running, state: 'running' }] : []), ...waiting.map(asWaiting)];
  const name = `Agent '${nodeId}'${iteration === '' ? '' : `, item ${iteration}`}`;
  if (rows.length === 0) return `${name}: empty`;
  const table = formatTable(
    rows,
    [
      { header: 'QUEUE', value: ({ queue }) => queue },
      { header: 'STATE', value: ({ state }) => state },
      { header: 'STEP', value: stepWords },
    ],
    style,
  );
  return `${name}\n${table}`;
}

function asWaiting(step: QueuedStep): QueuedStep & { state: string } {
  return { ...step, state: 'waiting' };
}

function stepWords({ text, tool, ordinal }: QueuedStep): string {
  if (text !== null) return oneLine(text, STEP_CHARACTERS);
  return tool === null ? (ordinal === 0 ? 'the question' : '-') : `tool ${tool}`;
}
