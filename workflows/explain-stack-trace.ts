import { getActivator } from '@temporalio/workflow/lib/global-attributes.js';

/**
 * Answers the Query behind `temporal workflow stack`, which would return nothing. The SDK reserves its name
 * (pinned to 1.24.0; a test checks it).
 */
export function explainStackTrace(): void {
  getActivator().queryHandlers.set('__stack_trace', {
    handler: () =>
      "Threadline's Workflows keep no stack traces, which would take a quarter of a replay. The Workflow's details, its pending Activities and, in conversations and executions, the Query 'status' show what it waits for.",
    description: 'Explains where to see what the Workflow waits for',
  });
}
