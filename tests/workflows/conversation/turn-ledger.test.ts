import { describe, expect, test } from 'vitest';
import type { FinalStatus } from '../../../protocol/final-status.js';
import { refuseOverLimit } from '../../../protocol/user-limits.js';
import { TurnLedger } from '../../../workflows/conversation/turn-ledger.js';
import type { CarriedState } from '../../../protocol/messages.js';

describe('TurnLedger', () => {
  test('a turn that arrives, is stored, runs and ends -> known throughout, in one place at a time', () => {
    const ledger = new TurnLedger();
    expect(ledger.knows('t1')).toBe(false);
    ledger.arrive({ turnId: 't1', kind: 'message', text: 'hello' });
    expect([[...ledger.arrived.keys()], ledger.waiting, ledger.knows('t1')]).toEqual([['t1'], 1, true]);
    ledger.file([{ turnId: 't1', kind: 'message' }]);
    expect([ledger.arrived.size, ledger.waiting, ledger.knows('t1')]).toEqual([0, 1, true]);
    expect(ledger.start()).toEqual({ turnId: 't1', kind: 'message' });
    expect([ledger.queue, ledger.waiting, ledger.running?.turnId]).toEqual([[], 0, 't1']);
    ledger.end('t1', { status: 'completed' });
    expect([ledger.running, ledger.ended.get('t1'), ledger.knows('t1')]).toEqual([
      null,
      { status: 'completed' },
      true,
    ]);
  });

  test.each(['arrived', 'queued', 'running', 'ended'])(
    'T5: a duplicate of a turn that is %s -> ignored',
    (place) => {
      const ledger = new TurnLedger();
      ledger.arrive({ turnId: 't1', kind: 'message', text: 'first' });
      if (place !== 'arrived') ledger.file([{ turnId: 't1', kind: 'message' }]);
      if (place === 'running' || place === 'ended') ledger.start();
      if (place === 'ended') ledger.end('t1', { status: 'failed' });
      ledger.arrive({ turnId: 't1', kind: 'clear', text: 'second' });
      expect(ledger.arrived.get('t1')?.text).toBe(place === 'arrived' ? 'first' : undefined);
      expect(ledger.waiting).toBe(place === 'arrived' || place === 'queued' ? 1 : 0);
    },
  );

  test('turns in a queue after a running one -> their positions count it', () => {
    const ledger = ledgerWith('a', 'b', 'c');
    expect(['a', 'b', 'c', 'stranger'].map((id) => ledger.position(id))).toEqual([0, 1, 2, 0]);
    ledger.start();
    expect(['a', 'b', 'c'].map((id) => ledger.position(id))).toEqual([0, 1, 2]);
    ledger.end('a', { status: 'completed' });
    expect(['a', 'b', 'c'].map((id) => ledger.position(id))).toEqual([0, 0, 1]);
  });

  test('a turn that has ended in Postgres -> ended, never queued', () => {
    const ledger = new TurnLedger();
    ledger.arrive({ turnId: 't1', kind: 'message', text: 'again' });
    ledger.file([{ turnId: 't1', kind: 'message', ended: 'cancelled' }]);
    expect([ledger.waiting, ledger.ended.get('t1')]).toEqual([0, { status: 'cancelled' }]);
  });

  test('a turn recovered from Postgres that runs already -> not queued a second time', () => {
    const ledger = ledgerWith('a');
    ledger.start();
    ledger.file([{ turnId: 'a', kind: 'message' }]);
    expect(ledger.queue).toEqual([]);
  });

  test('turns missing from the ledger -> queued before later waiting ones, the running one stays', () => {
    const ledger = ledgerWith('b', 'd', 'e');
    ledger.start();
    ledger.arrive({ turnId: 'g', kind: 'message' });
    ledger.file(['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((turnId) => ({ turnId, kind: 'message' as const })));
    expect(ledger.running?.turnId).toBe('b');
    expect(ledger.queue.map((turn) => turn.turnId)).toEqual(['a', 'c', 'd', 'e', 'f', 'g']);
    expect([ledger.arrived.size, ledger.unfinished]).toEqual([0, ['b', 'a', 'c', 'd', 'e', 'f', 'g']]);
  });

  test('a turn that could not be stored -> ends with its refusal', () => {
    const ledger = new TurnLedger();
    ledger.arrive({ turnId: 't1', kind: 'message', textRef: 'gone' });
    ledger.refuse('t1', 'Conversation.InvalidTurn', 'No such text');
    expect(ledger.waiting).toBe(0);
    expect(ledger.ended.get('t1')).toEqual({
      status: 'failed',
      type: 'Conversation.InvalidTurn',
      message: 'No such text',
      isRefused: true,
    });
    expect(ledger.carry().recent).toEqual([]);
  });

  test('turns to cancel -> in the order of the queue, known until they end, the running one is not', () => {
    const ledger = ledgerWith('a', 'b', 'c', 'd');
    ledger.start();
    for (const id of ['d', 'a', 'b']) ledger.cancelling.add(id);
    for (const id of ['b', 'd']) {
      expect([ledger.cancelled?.turnId, ledger.knows(id)]).toEqual([id, true]);
      ledger.end(id, { status: 'cancelled' });
    }
    expect(ledger.cancelled).toBeUndefined();
    expect(ledger.queue.map((turn) => turn.turnId)).toEqual(['c']);
    expect(ledger.running?.turnId).toBe('a');
  });

  test('an empty queue -> nothing starts', () => {
    const ledger = new TurnLedger();
    expect([ledger.start(), ledger.running]).toEqual([undefined, null]);
  });

  test('more turns than are remembered -> the 32 that ended last, after their senders have the outcomes', () => {
    const ledger = new TurnLedger();
    for (let index = 1; index <= 40; index += 1) ledger.end(`t${index}`, { status: 'completed' });
    ledger.end('t9', { status: 'failed' });
    expect([ledger.ended.size, ledger.carry().recent.length]).toEqual([40, 32]);
    ledger.forgetOldest();
    expect(ledger.ended.size).toBe(32);
    expect([...ledger.ended.keys()].slice(-2)).toEqual(['t40', 't9']);
    expect(ledger.knows('t8')).toBe(false);
  });

  test('T7: carried over -> the same queue, kinds, ends and count', () => {
    const ledger = new TurnLedger();
    ledger.file([{ turnId: 'm:1', kind: 'message' }]);
    ledger.file([{ turnId: 'c:2', kind: 'clear' }]);
    ledger.file([{ turnId: '3', kind: 'message', ended: 'failed' }]);
    ledger.turns = 7;
    const restored = TurnLedger.restore(throughJson(ledger.carry()));
    expect(restored.queue).toEqual(ledger.queue);
    expect([...restored.ended]).toEqual([['3', { status: 'failed' }]]);
    expect(restored.turns).toBe(7);
    expect(restored.running).toBeNull();
  });

  test('nothing carried over -> empty', () => {
    expect(TurnLedger.restore(undefined).carry()).toEqual({ queue: [], recent: [], turns: 0 });
  });

  test('100 queued and 32 ended turns with ids of 64 bytes -> carried in less than 10 KB', () => {
    const ledger = new TurnLedger();
    const statuses: FinalStatus[] = ['completed', 'cancelled'];
    for (let index = 0; index < 40; index += 1)
      ledger.end(idOf64Bytes(`e${index}`), { status: statuses[index % 2]!, message: 'm'.repeat(500) });
    for (let index = 0; index < 100; index += 1)
      ledger.file([{ turnId: idOf64Bytes(`q${index}`), kind: 'message' }]);
    ledger.turns = 999_999_999;
    const usage = { inputTokens: 1e12, outputTokens: 1e12, cost: 1e6 / 3 };
    const carried: CarriedState = { ...ledger.carry(), refused: 999_999, closing: true, usage };
    expect(Buffer.byteLength(JSON.stringify(carried))).toBeLessThan(10_240);
  });

  test('a turn over its user limit -> unknown, reported once, and accepted when it is sent again', () => {
    const ledger = new TurnLedger();
    const refusal = refuseOverLimit({ user: 'ada', limit: 'turns', value: 1 });
    ledger.arrive({ turnId: 't1', kind: 'message', text: 'one' });
    ledger.refuseOverLimit(['t1'], refusal);
    expect([ledger.knows('t1'), ledger.waiting, ledger.overLimit.get('t1')]).toEqual([false, 0, refusal]);
    ledger.arrive({ turnId: 't1', kind: 'message', text: 'one' });
    expect([ledger.knows('t1'), ledger.waiting, ledger.overLimit.size]).toEqual([true, 1, 0]);
  });

  test('canceled before it is stored as an answer -> cancels the turn that asked, unless that has ended', () => {
    const ledger = ledgerWith('t1', 't2');
    ledger.start();
    for (const messageId of ['yes', 'late']) {
      ledger.arrive({ turnId: messageId, kind: 'message', text: 'yes' });
      ledger.cancelling.add(messageId);
    }
    ledger.joinTurn({ messageId: 'yes', turnId: 't1' });
    expect([[...ledger.cancelling], ledger.isRunningCancelled]).toEqual([['late', 't1'], true]);
    ledger.end('t1', { status: 'cancelled' });
    ledger.joinTurn({ messageId: 'late', turnId: 't1' });
    expect([[...ledger.cancelling], ledger.isRunningCancelled]).toEqual([[], false]);
  });

  test('what runs, waits or has arrived -> the first of these is the current turn; a clear is none', () => {
    const ledger = new TurnLedger();
    expect(ledger.current).toBeUndefined();
    ledger.arrive({ turnId: 'c', kind: 'clear' });
    ledger.arrive({ turnId: 'a', kind: 'message' });
    expect(ledger.current).toBe('a');
    ledger.file([{ turnId: 'b', kind: 'message' }]);
    expect(ledger.current).toBe('b');
    ledger.start();
    ledger.file([{ turnId: 'i', kind: 'message', whileRunning: 'interrupt' }]);
    expect(ledger.current).toBe('b');
  });

  test('a message that answers a question of a turn -> no separate turn, known as that turn', () => {
    const ledger = new TurnLedger();
    ledger.arrive({ turnId: 't1', kind: 'message', text: 'buy' });
    ledger.file([{ turnId: 't1', kind: 'message' }]);
    ledger.start();
    ledger.arrive({ turnId: 'yes', kind: 'message', text: 'yes' });
    ledger.joinTurn({ messageId: 'yes', turnId: 't1' });
    expect([ledger.waiting, ledger.knows('yes'), ledger.turnOf('yes'), ledger.turnOf('t1')]).toEqual([
      0,
      true,
      't1',
      't1',
    ]);
    ledger.remember('t1', 'completed');
    expect(ledger.ended.get('t1')).toBeUndefined();
    ledger.end('t1', { status: 'completed' });
    ledger.remember('t0', 'failed');
    expect([ledger.ended.get('t1')?.status, ledger.ended.get('t0')?.status]).toEqual(['completed', 'failed']);
  });
});

describe('a turn that interrupts', () => {
  test('after earlier ones and before all others -> the running turn is to be canceled, also after Continue-As-New', () => {
    const ledger = ledgerWith('runs', 'waits');
    ledger.start();
    ledger.file([{ turnId: 'i1', kind: 'message', whileRunning: 'interrupt' }]);
    ledger.file([{ turnId: 'i2', kind: 'message', whileRunning: 'interrupt' }]);
    expect(ledger.queue.map(({ turnId }) => turnId)).toEqual(['i1', 'i2', 'waits']);
    expect([...ledger.cancelling]).toEqual(['runs']);
    ledger.end('runs', { status: 'cancelled' });
    const carried = TurnLedger.restore(ledger.carry());
    carried.file([{ turnId: 'i3', kind: 'message', whileRunning: 'interrupt' }]);
    expect(carried.queue.map(({ turnId }) => turnId)).toEqual(['i1', 'i2', 'i3', 'waits']);
    expect(carried.cancelling.size).toBe(0);
  });

  test('changed to interrupt, then back -> ahead of all others, then in its old place, once', () => {
    const ledger = ledgerWith('runs', 'one', 'two', 'three');
    ledger.start();
    const turn = { turnId: 'two', kind: 'message' as const };
    const later = { turnId: 'three', kind: 'message' as const };
    ledger.file([{ ...turn, whileRunning: 'interrupt' }, later], ['two']);
    expect(ledger.queue.map(({ turnId }) => turnId)).toEqual(['two', 'one', 'three']);
    expect([...ledger.cancelling]).toEqual(['runs']);
    ledger.file([turn, later], ['two']);
    expect(ledger.queue.map(({ turnId }) => turnId)).toEqual(['one', 'two', 'three']);
  });

  test('change repeated after the canceled turn ended -> the turn that runs now is not canceled', () => {
    const ledger = ledgerWith('runs', 'one', 'two');
    ledger.start();
    const changed = ['one', 'two'].map((turnId) => ({
      turnId,
      kind: 'message' as const,
      whileRunning: 'interrupt' as const,
    }));
    for (const turn of changed) ledger.file([turn], [turn.turnId]);
    ledger.end('runs', { status: 'cancelled' });
    ledger.start();
    ledger.file(changed, ['two']);
    expect(ledger.cancelling.size).toBe(0);
    expect(ledger.unfinished).toEqual(['one', 'two']);
  });

  test('taken up with the turn that it interrupts -> that turn comes first, and is canceled', () => {
    const ledger = new TurnLedger();
    ledger.file([
      { turnId: 'ran', kind: 'message', hasBegun: true },
      { turnId: 'i1', kind: 'message', whileRunning: 'interrupt' },
      { turnId: 'waits', kind: 'message' },
    ]);
    expect(ledger.queue.map(({ turnId }) => turnId)).toEqual(['ran', 'i1', 'waits']);
    expect(ledger.cancelled).toMatchObject({ turnId: 'ran' });
  });
});

function ledgerWith(...turnIds: string[]): TurnLedger {
  const ledger = new TurnLedger();
  for (const turnId of turnIds) ledger.file([{ turnId, kind: 'message' }]);
  return ledger;
}

function idOf64Bytes(start: string): string {
  return start.padEnd(64, 'x');
}

function throughJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
