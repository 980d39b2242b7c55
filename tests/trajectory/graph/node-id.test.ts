import { describe, expect, test } from 'vitest';
import { automaticLabel, automaticNumber, nodeId, parseNodeId } from '../../../trajectory/graph/node-id.js';
import { TrajectoryError } from '../../../trajectory/graph/trajectory-error.js';

describe('nodeId', () => {
  test.each(['query00000', 'a (b) c', '__proto__', 'constructor', ' ', '😀'.repeat(200)])(
    'label %j -> an id that parses to it',
    (label) => {
      expect(parseNodeId(nodeId('Action', label))).toEqual({ type: 'Action', label });
    },
  );

  test.each([
    ['', 'is empty'],
    ['x'.repeat(201), 'has 201 characters'],
    ['a\nb', 'has a line break or control character'],
    ['a\u2028b', 'has a line break or control character'],
    ['a\u0000', 'has a line break or control character'],
    ['a\u0085', 'has a line break or control character'],
    ['a\ud800', 'has half of a surrogate pair'],
  ])('label %j -> an error that states it %s', (label, problem) => {
    expect(() => nodeId('State', label)).toThrow(TrajectoryError);
    expect(() => nodeId('State', label)).toThrow(problem);
  });

  test('label with hostile text -> the message is one well-formed line', () => {
    const message = caught(() => nodeId('State', `${'x'.repeat(79)}😀\n\u0000`));
    expect(message).not.toMatch(/\p{Cc}/u);
    expect(message.isWellFormed()).toBe(true);
  });
});

describe('parseNodeId', () => {
  test.each([
    'Action-nope',
    'Action',
    'Action()',
    'Action(nope',
    'action(nope)',
    'Verb(nope)',
    'constructor(x)',
    'Action(nope) ',
    'Action(a\nb)',
    '',
  ])('C5: malformed id %j -> an error that names it and the format', (id) => {
    expect(() => parseNodeId(id)).toThrow(TrajectoryError);
    expect(() => parseNodeId(id)).toThrow('Type(label)');
  });
});

describe('automaticLabel', () => {
  test.each([
    [0, 'knowledge00000'],
    [99_999, 'knowledge99999'],
    [100_000, 'knowledge100000'],
  ])('number %i -> %s', (number, label) => {
    expect(automaticLabel('Knowledge', number)).toBe(label);
    expect(automaticNumber('Knowledge', label)).toBe(number);
  });
});

describe('automaticNumber', () => {
  test.each([
    'knowledge',
    'knowledge1',
    'knowledge000001',
    'tool00001',
    'knowledge0000x',
    'knowledge9999999999999999',
  ])('label %j that is not automatic -> undefined', (label) => {
    expect(automaticNumber('Knowledge', label)).toBeUndefined();
  });
});

function caught(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return String(error);
  }
  throw new Error('Nothing was thrown');
}
