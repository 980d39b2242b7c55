import { describe, expect, test } from 'vitest';
import { TurnCancel } from '../../../cli/chat/turn-cancel.js';

describe('TurnCancel', () => {
  test('cancelled while it runs -> at once', () => {
    const { turn, cancelled } = create();
    turn.submitted('t1');
    turn.cancel();
    expect(cancelled).toEqual(['t1']);
  });
  test('cancelled before it is stored -> as soon as it is', () => {
    const { turn, cancelled } = create();
    turn.cancel();
    expect(cancelled).toEqual([]);
    turn.submitted('t1');
    expect(cancelled).toEqual(['t1']);
  });
  test('never cancelled -> left alone', () => {
    const { turn, cancelled } = create();
    turn.submitted('t1');
    expect(cancelled).toEqual([]);
  });
});

function create() {
  const cancelled: (string | undefined)[] = [];
  const cancel = (turnId?: string) => {
    cancelled.push(turnId);
    return Promise.resolve({ turnId: turnId ?? null, status: null });
  };
  return { cancelled, turn: new TurnCancel({ cancel }, () => undefined) };
}
