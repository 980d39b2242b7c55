import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FinalStatus, TurnKind } from '../../../flow/status.js';
import { TurnLedger, type QueuedTurn } from '../../../workflows/conversation/turn-ledger.js';

/** What a conversation does to its ledger; which of them is possible depends on where the turns stand. */
type Step =
  | { kind: 'arrive'; turnId: string; turnKind: TurnKind }
  | { kind: 'store'; ended: FinalStatus | undefined }
  | { kind: 'recover'; turnId: string; turnKind: TurnKind }
  | { kind: 'refuse' }
  | { kind: 'start' }
  | { kind: 'end'; status: FinalStatus }
  | { kind: 'cancel'; turnId: string }
  | { kind: 'take-cancelled' }
  | { kind: 'continue-as-new' };

/** Where the turns should stand, kept in the plainest way. */
interface Model {
  arrived: QueuedTurn[];
  queue: QueuedTurn[];
  running: QueuedTurn | null;
  ended: { turnId: string; status: FinalStatus }[];
  cancelling: Set<string>;
}

const turnId = fc.nat(60).map((number) => `${'cm'[number % 2]}:${number}`);
const turnKind = fc.constantFrom<TurnKind>('message', 'clear');
const status = fc.constantFrom<FinalStatus>('completed', 'failed', 'cancelled');
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('arrive' as const), turnId, turnKind }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('store' as const),
      ended: fc.option(status, { nil: undefined, freq: 3 }),
    }),
  },
  fc.record({ kind: fc.constant('recover' as const), turnId, turnKind }),
  { weight: 3, arbitrary: fc.constant<Step>({ kind: 'start' }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), status }) },
  fc.record({ kind: fc.constant('cancel' as const), turnId }),
  fc.constantFrom<Step>({ kind: 'refuse' }, { kind: 'take-cancelled' }, { kind: 'continue-as-new' }),
);

describe('TurnLedger', () => {
  test('any sequence of steps -> every turn in one place, in order, the last 32 remembered', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 150 }), (steps) => {
        let ledger = new TurnLedger();
        const model: Model = { arrived: [], queue: [], running: null, ended: [], cancelling: new Set() };
        for (const step of steps) {
          ledger = perform(step, ledger, model);
          check(ledger, model);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function perform(step: Step, ledger: TurnLedger, model: Model): TurnLedger {
  const { arrived, queue } = model;
  switch (step.kind) {
    case 'arrive': {
      const turn = { turnId: step.turnId, kind: step.turnKind };
      ledger.arrive({ ...turn, text: 'hello' });
      if (!knows(model, step.turnId)) arrived.push(turn);
      return ledger;
    }
    case 'store': {
      const turn = arrived.shift();
      if (turn === undefined) return ledger;
      ledger.file(turn, step.ended);
      if (step.ended === undefined) queue.push(turn);
      else end(model, turn.turnId, step.ended);
      return ledger;
    }
    case 'recover': {
      const turn = { turnId: step.turnId, kind: step.turnKind };
      if (arrived.some((other) => other.turnId === step.turnId)) return ledger;
      ledger.file(turn, undefined);
      if (!knows(model, step.turnId)) queue.push(turn);
      return ledger;
    }
    case 'refuse': {
      const turn = arrived.shift();
      if (turn === undefined) return ledger;
      ledger.refuse(turn.turnId, 'Conversation.InvalidTurn', 'No such text');
      end(model, turn.turnId, 'failed');
      return ledger;
    }
    case 'start':
      if (model.running !== null) return ledger;
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
      if (!knows(model, step.turnId) || hasEnded(model, step.turnId)) return ledger;
      ledger.cancelling.add(step.turnId);
      model.cancelling.add(step.turnId);
      return ledger;
    case 'take-cancelled': {
      const index = queue.findIndex((turn) => model.cancelling.has(turn.turnId));
      const expected = index < 0 ? undefined : queue.splice(index, 1)[0];
      expect(ledger.takeCancelled()).toEqual(expected);
      if (expected === undefined) return ledger;
      ledger.end(expected.turnId, { status: 'cancelled' });
      end(model, expected.turnId, 'cancelled');
      return ledger;
    }
    case 'continue-as-new': {
      // A conversation continues as new only when nothing runs, is unstored or waits to be cancelled.
      if (model.running !== null || arrived.length > 0 || model.cancelling.size > 0) return ledger;
      const carried = JSON.parse(JSON.stringify(ledger.carry())) as ReturnType<TurnLedger['carry']>;
      return TurnLedger.restore({ ...carried, refused: 0, closing: false });
    }
  }
}

function check(ledger: TurnLedger, model: Model): void {
  expect([...ledger.arrived.keys()]).toEqual(model.arrived.map((turn) => turn.turnId));
  expect(ledger.queue).toEqual(model.queue);
  expect(ledger.running).toEqual(model.running);
  expect([...ledger.ended].map(([id, outcome]) => ({ turnId: id, status: outcome.status }))).toEqual(
    model.ended,
  );
  expect(ledger.ended.size).toBeLessThanOrEqual(32);
  expect([...ledger.cancelling].sort()).toEqual([...model.cancelling].sort());
  expect(ledger.waiting).toBe(model.arrived.length + model.queue.length);
  const places = [
    ...ledger.arrived.keys(),
    ...ledger.queue.map((turn) => turn.turnId),
    ...(ledger.running === null ? [] : [ledger.running.turnId]),
    ...ledger.ended.keys(),
  ];
  expect(new Set(places).size).toBe(places.length);
  for (const id of places) expect(ledger.knows(id)).toBe(true);
  const ahead = [...(ledger.running === null ? [] : [ledger.running]), ...ledger.queue];
  for (const { turnId: id } of ledger.queue)
    expect(ledger.position(id)).toBe(ahead.findIndex((turn) => turn.turnId === id));
}

function knows(model: Model, id: string): boolean {
  const turns = [...model.arrived, ...model.queue, ...(model.running === null ? [] : [model.running])];
  return turns.some((turn) => turn.turnId === id) || hasEnded(model, id);
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
