import { bundleWorkflowCode, DefaultLogger, NativeConnection, Worker } from '@temporalio/worker';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { TestSystem } from '../../../testing/test-system.js';
import { echoConversation, echoUpdate } from '../workflows/echo-conversation.js';
import { echoActivities } from '../workflows/echo-activities.js';

export interface EchoConversation {
  ask(text: string): Promise<string>;
}

export interface Echo {
  readonly conversations: readonly EchoConversation[];
  stop(): Promise<void>;
}

export async function startEcho({ environment, temporal }: TestSystem, conversations = 1): Promise<Echo> {
  const connection = await NativeConnection.connect({ address: environment.temporalAddress });
  const taskQueue = `bench-echo-${randomUUID()}`;
  const worker = await Worker.create({
    connection,
    taskQueue,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('../workflows/index.ts', import.meta.url)),
      logger: new DefaultLogger('ERROR'),
    }),
    activities: echoActivities,
  });
  const finished = worker.run();
  const handles = await Promise.all(
    Array.from({ length: conversations }, (_, index) =>
      temporal.workflow.start(echoConversation, { taskQueue, workflowId: `${taskQueue}-${index}` }),
    ),
  );
  return {
    conversations: handles.map((handle) => ({
      ask: (text) => handle.executeUpdate(echoUpdate, { args: [text] }),
    })),
    async stop() {
      await Promise.all(handles.map((handle) => handle.terminate('The bench is over')));
      worker.shutdown();
      await finished;
      await connection.close();
    },
  };
}
