import { describe, expect, test } from 'vitest';
import { describeWrongUse } from '../../../cli/program/new-command.js';

describe('describeWrongUse', () => {
  test("commander's message -> one sentence with the remedy", () =>
    expect(describeWrongUse("error: unknown command 'aks'\n(Did you mean ask?)\n", 'threadline')).toBe(
      "Unknown command 'aks' (Did you mean ask?): see 'threadline --help'",
    ));
});
