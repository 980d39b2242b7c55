import { createHash } from 'node:crypto';
import { formatCall, type AskedCall } from '../protocol/call-place.js';
import type { CallPurpose } from '../protocol/call-purpose.js';
import { parseWorkflowId } from '../protocol/parse-workflow-id.js';

/** The same for every attempt at a step, in every process. */
export interface SpanIds {
  /** `spanId` is its hash. Unique within the trace. */
  key: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string | undefined;
}

export function executionSpanIds(executionId: string, askedBy?: AskedCall): SpanIds {
  const parent = findParent(executionId);
  if (parent === undefined) return makeIds(executionId, executionId, undefined);
  const from = askedBy ? `${parent}#${formatCall(askedBy)}` : parent;
  return makeIds(executionId, executionId, from);
}

export function modelCallSpanIds(executionId: string, step: number): SpanIds {
  return makeIds(executionId, `${executionId}#${step}`, executionId);
}

/** `later`: the number of shorter requests after the call. */
export function upkeepCallSpanIds(
  executionId: string,
  { purpose, ordinal, later = 0 }: { purpose: CallPurpose; ordinal: number; later?: number },
): SpanIds {
  const key = `${executionId}#${purpose}.${ordinal}`;
  return makeIds(executionId, later === 0 ? key : `${key}-${later}`, executionId);
}

export function toolCallSpanIds(executionId: string, call: AskedCall): SpanIds {
  return makeIds(executionId, `${executionId}#${formatCall(call)}`, executionId);
}

export function findRoot(executionId: string): string {
  return parseWorkflowId(executionId)?.rootId ?? executionId;
}

/** Node ids begin with a letter; iterations and ordinals with a digit. */
const CHILD = /\/[A-Za-z][^/]*(?:\/\d[\d.]*)?\/\d+$/;

function findParent(executionId: string): string | undefined {
  const root = findRoot(executionId);
  const below = executionId.slice(root.length);
  return below === '' ? undefined : root + below.replace(CHILD, '');
}

function makeIds(executionId: string, key: string, parent: string | undefined): SpanIds {
  return {
    key,
    traceId: hash(`trace ${findRoot(executionId)}`, 32),
    spanId: hash(`span ${key}`, 16),
    parentSpanId: parent === undefined ? undefined : hash(`span ${parent}`, 16),
  };
}

function hash(text: string, digits: number): string {
  return createHash('sha256').update(text).digest('hex').slice(0, digits);
}
