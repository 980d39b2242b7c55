import { describe, expect, test } from 'vitest';
import { TurnCancel } from '../../../cli/chat/turn-cancel.js';

describe('TurnCancel', () => {
  test('canceled while it runs -> canceled at once', () => {
    const { turn, cancelled } = create();
    turn.submitted('t1');
    turn.cancel();
    expect(cancelled).toEqual(['t1']);
  });
  test('canceled before it is stored -> canceled once it is stored', () => {
    const { turn, cancelled } = create();
    turn.cancel();
    expect(cancelled).toEqual([]);
    turn.submitted('t1');
    expect(cancelled).toEqual(['t1']);
  });
  test('never canceled -> not canceled', () => {
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
