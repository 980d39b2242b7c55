import type { WorkflowHandle } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';

/** The size of an execution's Event History. */
export interface HistorySummary {
  events: number;
  /** As the server counts them. */
  bytes: number;
}

/** Events and bytes of a Workflow's history so far. */
export async function summarizeHistory(handle: WorkflowHandle): Promise<HistorySummary> {
  const description = await handle.describe();
  return { events: description.historyLength, bytes: description.historySize ?? 0 };
}

/** The growth between two summaries. */
export function historyGrowth(before: HistorySummary, after: HistorySummary): HistorySummary {
  return { events: after.events - before.events, bytes: after.bytes - before.bytes };
}

/** Fails, naming the figures, when a history is over its budget of events or bytes. */
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

/** Types of a history's events in order, without their common prefix; for reading and comparing. */
export async function eventTypes(handle: WorkflowHandle): Promise<string[]> {
  const history = await handle.fetchHistory();
  return (toJson(history).events ?? []).map((event) => event.eventType.replace(/^EVENT_TYPE_/, ''));
}

/** Every payload of a history as text, in order: what a stranger with access to Temporal could read. */
export async function payloadTexts(handle: WorkflowHandle): Promise<string[]> {
  const texts: string[] = [];
  collect(await handle.fetchHistory());
  return texts;

  function collect(value: unknown): void {
    if (value instanceof Uint8Array) texts.push(Buffer.from(value).toString('utf8'));
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  }
}

/** A history as the Temporal command line and the UI write it. */
export function toJson(history: History): { events?: { eventType: string }[] } {
  return JSON.parse(historyToJSON(history)) as { events?: { eventType: string }[] };
}

type History = Parameters<typeof historyToJSON>[0];
