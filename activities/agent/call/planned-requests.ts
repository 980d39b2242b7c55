import type { RenderedRequest } from '../../../context/call/request.js';
import type { Database } from '../../../store/database.js';
import type { ExecutionFacts } from '../../../store/execution/load-execution.js';

/** The request and facts that planning a call leaves to the code that makes it. */
interface PlannedRequest {
  execution: ExecutionFacts;
  request: RenderedRequest;
  /** The hash of the request. A plan that was stored earlier may be another one. */
  hash: string;
}

/**
 * Requests that this process has planned and not sent yet, so that its own calls are not rendered a second time
 * from the rows. Nothing relies on them: another process, and every further attempt, renders its call from the
 * manifest. The bound limits what calls leave behind that another process makes.
 */
const planned = new WeakMap<Database, Map<string, PlannedRequest>>();
const MAX_PLANNED = 64;

interface PlannedKey {
  workflowId: string;
  step: number;
}

/** Keeps the request of a call whose plan is stored. */
export function keepPlannedRequest(db: Database, key: PlannedKey, request: PlannedRequest): void {
  const kept = listKept(db);
  const [oldest] = kept.keys();
  if (kept.size >= MAX_PLANNED && oldest !== undefined) kept.delete(oldest);
  kept.set(nameCall(key), request);
}

/** Takes the request of a call, once. Undefined: this process did not plan it, or has sent it. */
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
