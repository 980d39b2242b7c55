import { fileURLToPath } from 'node:url';
import { createThreadlineWorker } from 'threadline/worker';
import * as activities from './order-activities.js';
import project from './threadline.config.js';
import { traceActivities } from './trace-activities.js';

const worker = await createThreadlineWorker({
  project,
  worker: {
    taskQueue: process.env.THREADLINE_TASK_QUEUE ?? 'threadline',
    workflowsPath: find('order-workflows'),
    activities,
    interceptors: {
      workflowModules: [find('trace-workflows')],
      activity: [traceActivities((span) => console.log(JSON.stringify(span)))],
    },
  },
});
await worker.run();

function find(name: string): string {
  return fileURLToPath(new URL(`./${name}.ts`, import.meta.url));
}
