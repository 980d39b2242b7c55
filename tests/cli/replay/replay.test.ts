import { describe, expect, test } from 'vitest';
import { readWorkflowId } from '../../../cli/replay/replay.js';

describe('readWorkflowId', () => {
  test('a history whose first event names the id -> that id', () => {
    const started = { workflowExecutionStartedEventAttributes: { workflowId: 'execution/a/b' } };
    expect(readWorkflowId({ events: [started] })).toBe('execution/a/b');
  });
  test.each([[null], [{}], [{ events: [] }], [{ events: [{}] }], ['x']])('%j -> no id', (history) =>
    expect(readWorkflowId(history)).toBeUndefined(),
  );
});
