import { describe, expect, test } from 'vitest';
import type { TurnEvent } from '../../../client/stream/turn-events.js';
import { AnswerWriter } from '../../../packages/gateway/openai/chat/answer-writer.js';

const delta = (step: number, text: string): TurnEvent => ({ type: 'text-delta', id: 'x', step, text });
const reset = (step: number): TurnEvent => ({ type: 'reset', id: 'x', step });
const done = (text: string): TurnEvent => ({ type: 'done', id: 'x', text });

function write(...events: TurnEvent[]): { said: string; isEnded: boolean } {
  const writer = new AnswerWriter({ isHeld: false });
  const pieces = events.flatMap((event) => writer.write(event));
  return {
    said: pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join(''),
    isEnded: pieces.at(-1)?.kind === 'end',
  };
}

describe('AnswerWriter', () => {
  test('text in pieces, then more after a tool -> all of it, its parts apart', () => {
    expect(write(delta(1, 'Let me '), delta(1, 'look.'), delta(2, 'It rains.'), done('It rains.'))).toEqual({
      said: 'Let me look.\n\nIt rains.',
      isEnded: true,
    });
  });

  test('an answer of which no text was streamed -> sent at its end', () => {
    expect(write(done('It rains.'))).toEqual({ said: 'It rains.', isEnded: true });
    expect(write(done(''))).toEqual({ said: '', isEnded: true });
  });

  test('a retried call repeats the text in other chunks and adds more -> repeated text is sent once', () => {
    const events = [delta(1, 'One, '), delta(1, 'two'), reset(1), delta(1, 'One'), delta(1, ', two, three')];
    expect(write(...events, delta(1, '.'), done('One, two, three.')).said).toBe('One, two, three.');
    const again = [delta(2, 'One'), reset(2), delta(2, 'O'), reset(2), delta(2, 'One two')];
    expect(write(delta(1, 'Look.'), ...again, done('One two')).said).toBe('Look.\n\nOne two');
  });

  test('a retried call or a later step sends different text -> an error on which clients retry', () => {
    const again = expect.objectContaining({
      facts: { status: 502, type: 'server_error', code: 'answer_restarted' },
    });
    expect(() => write(delta(1, 'One'), reset(1), delta(1, 'Two'))).toThrow(again);
    expect(() => write(delta(1, 'One'), reset(1), delta(2, 'One'))).toThrow(again);
  });

  test('a question to a person -> returned as the answer', () => {
    const question = {
      name: 'n',
      executionId: 'x',
      nodeId: 'n',
      iteration: '',
      call: null,
      toolCallId: null,
    };
    const asked: TurnEvent = {
      type: 'approval',
      id: 'x',
      ...question,
      toolName: null,
      wantsOutput: false,
      prompt: 'Send it?',
      approvers: null,
      expiresAt: null,
    };
    expect(write(delta(1, 'Ready.'), asked)).toEqual({ said: 'Ready.\n\nSend it?', isEnded: true });
    const { said } = write({ ...asked, isOneOfSeveral: true });
    expect(said).toBe("Send it?\n\n(Several questions are open. Answer this one with 'n: yes' or 'n: no'.)");
  });

  test('the turn fails or is canceled -> an error without the text of its failure', () => {
    const failed: TurnEvent = {
      type: 'failed',
      id: 'x',
      errorType: 'Model.Unavailable',
      message: 'at 10.0.0.1',
    };
    expect(() => write(failed)).toThrow('The model is unavailable');
    expect(() => write({ type: 'cancelled', id: 'x' })).toThrow('The answer was canceled');
  });
});
