import type { RenderedRequest } from '../../../context/call/request.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';

interface PlannedRequest {
  execution: ExecutionFacts;
  request: RenderedRequest;
  hash: string;
}

/**
 * Requests that this worker planned, for its next calls. Bounded, because another worker may make the call.
 */
const planned = new WeakMap<Database, Map<string, PlannedRequest>>();
const MAX_PLANNED = 64;

interface PlannedKey {
  workflowId: string;
  step: number;
}

export function keepPlannedRequest(db: Database, key: PlannedKey, request: PlannedRequest): void {
  const kept = listKept(db);
  const [oldest] = kept.keys();
  if (kept.size >= MAX_PLANNED && oldest !== undefined) kept.delete(oldest);
  kept.set(nameCall(key), request);
}

export function takePlannedRequest(db: Database, key: PlannedKey): PlannedRequest | undefined {
  const kept = listKept(db);
  const name = nameCall(key);
  const request = kept.get(name);
  kept.delete(name);
  return request;
}

function nameCall({ workflowId, step }: PlannedKey): string {
  return `${step} ${workflowId}`;
}

function listKept(db: Database): Map<string, PlannedRequest> {
  const kept = planned.get(db) ?? new Map<string, PlannedRequest>();
  planned.set(db, kept);
  return kept;
}
