import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import proto from '@temporalio/proto';

/** Workflow Tasks are excluded, because a slow machine adds some. */
export interface HistorySummary {
  events: number;
  bytes: number;
}

export async function summarizeHistory(handle: WorkflowHandle): Promise<HistorySummary> {
  const { events } = await handle.fetchHistory();
  const scheduled = (events ?? []).filter(({ eventType }) => isScheduledByUs(typeName(eventType)));
  const sizes = scheduled.map(
    (event) => proto.temporal.api.history.v1.HistoryEvent.encode(event).finish().length,
  );
  return { events: scheduled.length, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

export function historyGrowth(before: HistorySummary, after: HistorySummary): HistorySummary {
  return { events: after.events - before.events, bytes: after.bytes - before.bytes };
}

export function assertWithinBudget(
  name: string,
  spent: HistorySummary,
  budget: Partial<HistorySummary>,
): void {
  const { events = Number.POSITIVE_INFINITY, bytes = Number.POSITIVE_INFINITY } = budget;
  if (spent.events > events) throw new Error(`${name} cost ${spent.events} events; its budget is ${events}`);
  if (spent.bytes > bytes)
    throw new Error(`${name} cost ${spent.bytes} bytes of history; its budget is ${bytes}`);
}

export async function eventTypes(handle: WorkflowHandle): Promise<string[]> {
  const history = await handle.fetchHistory();
  return (history.events ?? []).map(({ eventType }) => typeName(eventType));
}

export async function scheduledTypes(handle: WorkflowHandle): Promise<string[]> {
  return (await eventTypes(handle)).filter(isScheduledByUs);
}

function isScheduledByUs(type: string): boolean {
  return !type.startsWith('WORKFLOW_TASK_');
}

function typeName(type: number | null | undefined): string {
  const name = proto.temporal.api.enums.v1.EventType[type ?? 0] ?? '';
  return name.replace(/^EVENT_TYPE_/, '');
}

/** Returns payloads, which anyone with access to Temporal can read. */
export async function payloadTexts(handle: WorkflowHandle): Promise<string[]> {
  const texts: string[] = [];
  collect(await handle.fetchHistory());
  return texts;

  function collect(value: unknown): void {
    if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString('utf8'));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  }
}

/** Returns the format that the Temporal CLI and UI export. */
export function toJson(history: History): { events?: { eventType: string }[] } {
  return JSON.parse(historyToJSON(history)) as { events?: { eventType: string }[] };
}

type History = Parameters<typeof historyToJSON>[0];
