import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

export interface HistorySummary {
  events: number;
  bytes: number;
}

export async function summarizeHistory(handle: WorkflowHandle): Promise<HistorySummary> {
  const description = await handle.describe();
  return { events: description.historyLength, bytes: description.historySize ?? 0 };
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
  return (toJson(history).events ?? []).map((event) => event.eventType.replace(/^EVENT_TYPE_/, ''));
}

/** Anyone with access to Temporal can read them. */
export async function payloadTexts(handle: WorkflowHandle): Promise<string[]> {
  const texts: string[] = [];
  collect(await handle.fetchHistory());
  return texts;

  function collect(value: unknown): void {
    if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString('utf8'));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  }
}

/** As the Temporal CLI and UI export it. */
export function toJson(history: History): { events?: { eventType: string }[] } {
  return JSON.parse(historyToJSON(history)) as { events?: { eventType: string }[] };
}

type History = Parameters<typeof historyToJSON>[0];
