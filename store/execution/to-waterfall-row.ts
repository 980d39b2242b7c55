import { findLoop } from '../../flow/graph/find-loop.js';
import { isFinal, type ExecutionStatus } from '../../flow/execution/execution-status.js';
import type { FlowDefinition } from '../../flow/definition.js';
import { describeCall, describeWait, toWaterfallStatus } from '../../trajectory/waterfall/describe-row.js';
import { nameStep } from '../../protocol/queued-steps.js';
import type { QueueStep } from '../../trajectory/render/queue-step.js';
import { executionRowId, nodeRowId, type WaterfallKind } from '../../trajectory/waterfall/waterfall-row.js';
import type { WaterfallRow } from '../../views/waterfall.js';

export type Place = readonly [number, number, number, number, string];

export interface NodeName {
  label: string;
  loopId: string | null;
}

export function listNodeNames(definition: FlowDefinition | undefined): ReadonlyMap<string, NodeName> {
  return new Map(
    definition?.nodes.map(({ id, label = id }) => [
      id,
      { label, loopId: findLoop(definition, id) ?? null },
    ]) ?? [],
  );
}

export interface TreeRow {
  id: number;
  executionId: string;
  parentId: string | null;
  parentNodeId: string | null;
  parentStep: number | null;
  parentOrdinal: number | null;
  flow: string;
  version: number;
  status: ExecutionStatus;
  createdAt: Date;
  finishedAt: Date | null;
  errorType: string | null;
  errorMessage: string | null;
  question: string | null;
}

export interface RowFact {
  place: Place;
  kind: WaterfallKind;
  name: string;
  nodeId: string | null;
  iteration: string | null;
  detail: string | null;
  status: string;
  purpose: string;
  finishReason: string | null;
  tools: readonly string[];
  queueStep: QueueStep | null;
  attempt: number;
  failures: number;
  firstTokenMs: number | null;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  cost: string | null;
  errorType: string | null;
  errorMessage: string | null;
  startedAt: Date;
  finishedAt: Date | null;
}

const NO_CALL = {
  purpose: '',
  finishReason: null,
  tools: [],
  queueStep: null,
  attempt: 1,
  failures: 0,
  firstTokenMs: null,
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  cost: null,
};

export function toFact({ id, flow, question, createdAt, ...execution }: TreeRow): RowFact {
  return {
    ...NO_CALL,
    place: [id, -1, 0, 0, ''],
    kind: 'execution',
    name: flow,
    nodeId: null,
    iteration: null,
    detail: question,
    status: execution.status,
    errorType: execution.errorType,
    errorMessage: execution.errorMessage,
    startedAt: createdAt,
    finishedAt: execution.finishedAt,
  };
}

export function toRow(fact: RowFact, execution: TreeRow, nodes: ReadonlyMap<string, NodeName>): WaterfallRow {
  const { executionId } = execution;
  const [, step, ordinal] = fact.place;
  const { kind, nodeId, iteration } = fact;
  const hasEnded = isFinal(execution.status);
  const status = toWaterfallStatus(fact.status, { hasEnded });
  const hasStep = kind === 'call' || kind === 'tool' || (kind === 'wait' && ordinal > 0);
  return {
    ...placeRow(fact, execution),
    kind,
    label: labelRow(fact, status, nodes),
    detail: fact.detail,
    status,
    startedAt: fact.startedAt,
    finishedAt: fact.finishedAt ?? (hasEnded ? execution.finishedAt : null),
    executionId,
    nodeId,
    iteration,
    loopId: nodes.get(nodeId ?? '')?.loopId ?? null,
    callId: hasStep && fact.purpose !== 'placed' ? `${executionId}/${nodeId ?? ''}/${step}` : null,
    step: hasStep ? step : null,
    ordinal: hasStep && ordinal > 0 ? ordinal : null,
    attempt: fact.attempt,
    failures: fact.failures,
    firstTokenMs: fact.firstTokenMs,
    inputTokens: fact.inputTokens,
    cachedInputTokens: fact.cachedInputTokens,
    outputTokens: fact.outputTokens,
    cost: fact.cost,
    errorType: fact.errorType,
    errorMessage: fact.errorMessage,
  };
}

function labelRow(
  fact: RowFact,
  status: WaterfallRow['status'],
  nodes: ReadonlyMap<string, NodeName>,
): string {
  if (fact.kind === 'call') return describeCall({ ...fact, status });
  if (fact.kind === 'tool' && fact.queueStep !== null) return `${nameStep(fact.queueStep)} · ${fact.name}`;
  if (fact.kind === 'wait') return describeWait({ toolName: fact.name, status: fact.status });
  return fact.kind === 'node' ? (nodes.get(fact.name)?.label ?? fact.name) : fact.name;
}

function placeRow(fact: RowFact, execution: TreeRow): Pick<WaterfallRow, 'id' | 'parentId'> {
  const { executionId } = execution;
  const [, step, ordinal] = fact.place;
  const node = nodeRowId(executionId, fact.nodeId ?? '', fact.iteration ?? '');
  const call = `call:${executionId}/${step}`;
  switch (fact.kind) {
    case 'execution':
      return { id: executionRowId(executionId), parentId: findStarter(execution) };
    case 'call':
      return { id: call, parentId: node };
    case 'tool':
      return {
        id: `tool:${executionId}/${step}.${ordinal}`,
        parentId: fact.purpose === 'placed' ? node : call,
      };
    case 'wait':
      return {
        id: `wait:${node}/${step}.${ordinal}`,
        parentId: ordinal > 0 && fact.purpose !== 'placed' ? call : node,
      };
    case 'node':
    case 'item':
      return { id: node, parentId: executionRowId(executionId) };
  }
}

function findStarter(execution: TreeRow): string | null {
  const { executionId, parentId, parentNodeId, parentStep, parentOrdinal } = execution;
  if (parentId === null) return null;
  if (parentStep !== null) return `tool:${parentId}/${parentStep}.${parentOrdinal ?? 0}`;
  if (parentNodeId === null) return executionRowId(parentId);
  const rest = executionId.slice(parentId.length + 1).split('/');
  const iteration = rest.length > 2 ? decodeURIComponent(rest.at(-2) ?? '') : '';
  return nodeRowId(parentId, parentNodeId, iteration);
}
