import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { describeStart, workflowPage } from '../../../cli/serve/describe-start.js';
import { createStyle } from '../../../cli/format/style.js';
import { loadProject } from '../../../cli/project/load-project.js';
import { readConfig } from '../../../config.js';

describe('describeStart', () => {
  test("a Temporal server of this machine -> a warning about the machine's other users, beside its address", async () => {
    const folder = await mkdtemp(join(tmpdir(), 'threadline-start-'));
    const facts = {
      version: '0.1.0',
      loaded: await loadProject({ folder, model: readConfig({}).model }),
      temporal: { address: '127.0.0.1:7233', uiUrl: 'http://127.0.0.1:8233' },
      postgres: '127.0.0.1:5432/threadline',
      workerUrl: 'http://127.0.0.1:9464',
      workerLog: 'worker.log',
      studio: 'http://127.0.0.1:4100/#key',
      hasKey: true,
      conversationId: 'conversation/assistant/me',
      conversationPage: undefined,
    };
    expect(describeStart(facts, createStyle(false))).toMatch(
      /127\.0\.0\.1:7233, UI at [^\n]+\n.*every user of this machine can read and write chats/,
    );
  });
});

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
