import { describe, expect, test } from 'vitest';
import { workflowPage } from '../../../cli/dev/describe-start.js';

describe('workflowPage', () => {
  test('an id with slashes and percent signs -> one segment of the path', () =>
    expect(
      workflowPage({
        uiUrl: 'http://127.0.0.1:1',
        namespace: 'default',
        workflowId: 'conversation/assistant/a%20b',
      }),
    ).toBe('http://127.0.0.1:1/namespaces/default/workflows/conversation%2Fassistant%2Fa%2520b'));
});
