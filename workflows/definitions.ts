import {
  defineQuery,
  defineSignal,
  defineUpdate,
  type QueryDefinition,
  type SignalDefinition,
} from '@temporalio/workflow';
import type { UpdateDefinition } from '@temporalio/common';
import type {
  ConversationQueries,
  ConversationSignals,
  ConversationUpdates,
  ExecutionQueries,
  ExecutionSignals,
  ExecutionUpdates,
  UpkeepSignals,
} from '../protocol/messages.js';

export const postTurnSignal = signal<ConversationSignals>()('postTurn');
export const cancelTurnSignal = signal<ConversationSignals>()('cancelTurn');
export const dropTurnSignal = signal<ConversationSignals>()('dropTurn');
export const clearSignal = signal<ConversationSignals>()('clear');
export const switchBranchSignal = signal<ConversationSignals>()('switchBranch');
export const closeSignal = signal<ConversationSignals>()('close');
export const recoverSignal = signal<ConversationSignals>()('recover');
export const submitTurnUpdate = update<ConversationUpdates>()('submitTurn');
export const askUpdate = update<ConversationUpdates>()('ask');
export const cancelTurnUpdate = update<ConversationUpdates>()('cancelTurn');
export const changeTurnUpdate = update<ConversationUpdates>()('changeTurn');
export const dropTurnUpdate = update<ConversationUpdates>()('dropTurn');
export const clearUpdate = update<ConversationUpdates>()('clear');
export const switchBranchUpdate = update<ConversationUpdates>()('switchBranch');
export const forkUpdate = update<ConversationUpdates>()('fork');
export const closeUpdate = update<ConversationUpdates>()('close');
export const statusQuery = query<ConversationQueries>()('status');

export const answeredSignal = signal<ExecutionSignals>()('answered');
export const answerSignal = signal<ExecutionSignals>()('answer');
export const answerUpdate = update<ExecutionUpdates>()('answer');
export const pushStepUpdate = update<ExecutionUpdates>()('pushStep');
export const queuesQuery = query<ExecutionQueries>()('queues');
export const executionStatusQuery = query<ExecutionQueries>()('status');

export const CONVERSATION_UPDATES = [
  submitTurnUpdate,
  askUpdate,
  cancelTurnUpdate,
  changeTurnUpdate,
  dropTurnUpdate,
  clearUpdate,
  switchBranchUpdate,
  forkUpdate,
  closeUpdate,
].map(({ name }) => name);

export const EXECUTION_UPDATES = [answerUpdate, pushStepUpdate].map(({ name }) => name);

export const wakeSignal = signal<UpkeepSignals>()('wake');

type Handler = (...input: never[]) => unknown;

/** Curried, so that TypeScript infers the types from the name. */
function signal<Signals extends Record<keyof Signals, Handler>>() {
  return <Name extends keyof Signals & string>(name: Name): SignalDefinition<Parameters<Signals[Name]>> =>
    defineSignal<Parameters<Signals[Name]>>(name);
}

function update<Updates extends Record<keyof Updates, Handler>>() {
  return <Name extends keyof Updates & string>(
    name: Name,
  ): UpdateDefinition<ReturnType<Updates[Name]>, Parameters<Updates[Name]>> =>
    defineUpdate<ReturnType<Updates[Name]>, Parameters<Updates[Name]>>(name);
}

function query<Queries extends Record<keyof Queries, Handler>>() {
  return <Name extends keyof Queries & string>(
    name: Name,
  ): QueryDefinition<ReturnType<Queries[Name]>, Parameters<Queries[Name]>> =>
    defineQuery<ReturnType<Queries[Name]>, Parameters<Queries[Name]>>(name);
}
