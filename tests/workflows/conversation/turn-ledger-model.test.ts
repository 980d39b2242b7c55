import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FinalStatus, TurnKind } from '../../../protocol/final-status.js';
import type { QueueJump } from '../../../protocol/while-running.js';
import { TurnLedger, type QueuedTurn } from '../../../workflows/conversation/turn-ledger.js';

type Step =
  | { kind: 'arrive'; turnId: string; turnKind: TurnKind; jump: QueueJump | undefined }
  | { kind: 'store'; ended: FinalStatus | undefined }
  | { kind: 'recover'; turnId: string; turnKind: TurnKind }
  | { kind: 'settle-steering'; joins: boolean }
  | { kind: 'refuse' }
  | { kind: 'start' }
  | { kind: 'end'; status: FinalStatus }
  | { kind: 'cancel'; turnId: string }
  | { kind: 'take-cancelled' }
  | { kind: 'continue-as-new' };

interface Model {
  arrived: QueuedTurn[];
  queue: QueuedTurn[];
  running: QueuedTurn | null;
  ended: { turnId: string; status: FinalStatus; isRefused?: true }[];
  cancelling: Set<string>;
  parts: Map<string, string>;
}

const turnId = fc.nat(60).map((number) => `${'cm'[number % 2]}:${number}`);
const turnKind = fc.constantFrom<TurnKind>('message', 'clear');
const jump = fc.constantFrom<QueueJump | undefined>(undefined, undefined, 'steer', 'interrupt');
const status = fc.constantFrom<FinalStatus>('completed', 'failed', 'cancelled');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('arrive' as const), turnId, turnKind, jump }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      ended: fc.option(status, { nil: undefined, freq: 3 }),
    }),
  },
  fc.record({ kind: fc.constant('recover' as const), turnId, turnKind }),
  fc.record({ kind: fc.constant('settle-steering' as const), joins: fc.boolean() }),
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'start' }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), status }) },
  fc.record({ kind: fc.constant('cancel' as const), turnId }),
  fc.constantFrom<Step>({ kind: 'refuse' }, { kind: 'take-cancelled' }, { kind: 'continue-as-new' }),
);

describe('TurnLedger', () => {
  test('any sequence of steps -> every turn in one place, in order, the last 32 remembered', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 150, size: 'max' }), (steps) => {
        let ledger = new TurnLedger();
        const model: Model = {
          arrived: [],
          queue: [],
          running: null,
          ended: [],
          cancelling: new Set(),
          parts: new Map(),
        };
        for (const step of steps) {
          ledger = perform(step, ledger, model);
          ledger.forgetOldest();
          expect(stateOf(ledger)).toEqual(expectedState(model));
        }
      }),
    );
  });
});

function perform(step: Step, ledger: TurnLedger, model: Model): TurnLedger {
  const { arrived, queue } = model;
  switch (step.kind) {
    case 'arrive': {
      const whileRunning = step.turnKind === 'message' ? step.jump : undefined;
      const turn = { turnId: step.turnId, kind: step.turnKind, whileRunning };
      ledger.arrive({ ...turn, text: 'hello' });
      if (!knows(model, step.turnId)) arrived.push(turn);
      return ledger;
    }
    case 'store': {
      const turn = arrived.shift();
      if (turn === undefined) return ledger;
      ledger.file([{ ...turn, ended: step.ended }]);
      if (step.ended !== undefined) end(model, turn.turnId, step.ended);
      else if (turn.whileRunning !== 'interrupt') queue.push(turn);
      else interrupt(model, turn);
      return ledger;
    }
    case 'settle-steering': {
      if (model.running !== null) return ledger;
      const turnId = model.ended.at(-1)?.turnId;
      const steering = queue.filter(({ whileRunning }) => whileRunning === 'steer');
      expect(ledger.steering).toEqual(steering.map((turn) => turn.turnId));
      const joined = step.joins && turnId !== undefined ? steering.slice(0, 2) : [];
      ledger.settleSteering(joined.map((turn) => ({ messageId: turn.turnId, turnId: turnId ?? '' })));
      for (const turn of joined) join(model, turn.turnId, turnId ?? '');
      for (const turn of steering) delete turn.whileRunning;
      return ledger;
    }
    case 'recover': {
      const turn = { turnId: step.turnId, kind: step.turnKind };
      if (arrived.some((other) => other.turnId === step.turnId)) return ledger;
      ledger.file([turn]);
      if (!knows(model, step.turnId)) queue.push(turn);
      return ledger;
    }
    case 'refuse': {
      const turn = arrived.shift();
      if (turn === undefined) return ledger;
      ledger.refuse(turn.turnId, 'Conversation.InvalidTurn', 'No such text');
      end(model, turn.turnId, 'failed');
      model.ended.at(-1)!.isRefused = true;
      return ledger;
    }
    case 'start':
      if (model.running !== null) return ledger;
      if (queue.some(({ whileRunning }) => whileRunning === 'steer')) return ledger;
      model.running = queue.shift() ?? null;
      expect(ledger.start()).toEqual(model.running ?? undefined);
      return ledger;
    case 'end':
      if (model.running === null) return ledger;
      ledger.end(model.running.turnId, { status: step.status });
      end(model, model.running.turnId, step.status);
      model.running = null;
      return ledger;
    case 'cancel':
      if (!knows(model, step.turnId) || hasEnded(model, step.turnId) || model.parts.has(step.turnId))
        return ledger;
      ledger.cancelling.add(step.turnId);
      model.cancelling.add(step.turnId);
      return ledger;
    case 'take-cancelled': {
      const index = queue.findIndex((turn) => model.cancelling.has(turn.turnId));
      const expected = queue[index];
      expect(ledger.cancelled).toEqual(expected);
      if (expected === undefined) return ledger;
      queue.splice(index, 1);
      ledger.end(expected.turnId, { status: 'cancelled' });
      end(model, expected.turnId, 'cancelled');
      return ledger;
    }
    case 'continue-as-new': {
      if (model.running !== null || arrived.length > 0 || model.cancelling.size > 0) return ledger;
      if (queue.some(({ whileRunning }) => whileRunning === 'steer')) return ledger;
      model.parts.clear();
      model.ended = model.ended.filter(({ isRefused }) => isRefused !== true);
      const carried = JSON.parse(JSON.stringify(ledger.carry())) as ReturnType<TurnLedger['carry']>;
      return TurnLedger.restore(carried);
    }
  }
}

function stateOf(ledger: TurnLedger) {
  const places = [
    ...ledger.arrived.keys(),
    ...ledger.queue.map((turn) => turn.turnId),
    ...(ledger.running === null ? [] : [ledger.running.turnId]),
    ...ledger.ended.keys(),
  ];
  return {
    places,
    kinds: ledger.queue.map((turn) => [turn.kind, turn.whileRunning]),
    running: ledger.running,
    ended: [...ledger.ended.values()].map((outcome) => outcome.status),
    cancelling: [...ledger.cancelling].sort(),
    waiting: ledger.waiting,
    positions: ledger.queue.map((turn) => ledger.position(turn.turnId)),
    isUnique: new Set(places).size === places.length,
    isKnown: places.every((id) => ledger.knows(id)),
    hasRoom: ledger.ended.size <= 32,
  };
}

function expectedState({ arrived, queue, running, ended, cancelling }: Model): ReturnType<typeof stateOf> {
  const turns = [...arrived, ...queue, ...(running === null ? [] : [running]), ...ended];
  return {
    places: turns.map((turn) => turn.turnId),
    kinds: queue.map((turn) => [turn.kind, turn.whileRunning]),
    running,
    ended: ended.map((turn) => turn.status),
    cancelling: [...cancelling].sort(),
    waiting: arrived.length + queue.length,
    positions: queue.map((_turn, index) => index + (running === null ? 0 : 1)),
    isUnique: true,
    isKnown: true,
    hasRoom: true,
  };
}

function knows(model: Model, id: string): boolean {
  const turns = [...model.arrived, ...model.queue, ...(model.running === null ? [] : [model.running])];
  return turns.some((turn) => turn.turnId === id) || hasEnded(model, id) || model.parts.has(id);
}

function interrupt({ queue, running, cancelling }: Model, turn: QueuedTurn): void {
  const ahead = queue.filter(({ whileRunning }) => whileRunning === 'interrupt').length;
  queue.splice(ahead, 0, turn);
  if (running?.kind === 'message') cancelling.add(running.turnId);
}

function join({ queue, cancelling, parts }: Model, messageId: string, turnId: string): void {
  queue.splice(
    queue.findIndex((turn) => turn.turnId === messageId),
    1,
  );
  cancelling.delete(messageId);
  parts.set(messageId, turnId);
  for (const oldest of parts.keys()) if (parts.size > 32) parts.delete(oldest);
}

function hasEnded(model: Model, id: string): boolean {
  return model.ended.some((turn) => turn.turnId === id);
}

function end(model: Model, id: string, outcome: FinalStatus): void {
  model.cancelling.delete(id);
  model.ended = [...model.ended.filter((turn) => turn.turnId !== id), { turnId: id, status: outcome }].slice(
    -32,
  );
}
