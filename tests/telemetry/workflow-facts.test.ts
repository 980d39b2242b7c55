import { describe, expect, test } from 'vitest';
import { hashUser } from '../../telemetry/hash-user.js';
import { workflowFacts } from '../../telemetry/workflow-facts.js';

const user = hashUser('ada@x.test');
const CHAT = 'conversation/assistant/ada%40x.test';

describe('workflowFacts', () => {
  test.each([
    [CHAT, { flow: 'assistant', user }],
    [`${CHAT}/upkeep`, { flow: 'assistant', user }],
    [`${CHAT}/turn/t%201`, { flow: 'assistant', execution: `${CHAT}/turn/t%201`, turn: 't 1', user }],
    [`${CHAT}/web/thread/turn`, { flow: 'assistant', user }],
    [
      `${CHAT}/thread/turn/turn/t1/turn/2`,
      { flow: 'assistant', execution: `${CHAT}/thread/turn/turn/t1/turn/2`, turn: 't1', user },
    ],
    ['execution/triage/7', { flow: 'triage', execution: 'execution/triage/7' }],
    [
      'execution/triage/ada%40x.test:7/run/1',
      { flow: 'triage', execution: 'execution/triage/ada%40x.test:7/run/1', user },
    ],
    ['execution/%zz/7', { flow: '%zz', execution: 'execution/%zz/7' }],
    ['threadline-retention', {}],
  ])("'%s' -> %j", (id, facts) => {
    expect(workflowFacts(id)).toEqual(facts);
  });
});
