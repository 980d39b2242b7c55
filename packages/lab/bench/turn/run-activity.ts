import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';

/** Runs an Activity as if a Workflow of this id had asked for it, without a Temporal server. */
export async function runActivity<Input, Result>(
  workflowId: string,
  activity: (input: Input) => Promise<Result>,
  input: Input,
): Promise<Result> {
  const environment = new MockActivityEnvironment(
    { workflowExecution: { workflowId, runId: 'run' } },
    { logger: new DefaultLogger('ERROR') },
  );
  return environment.run(activity, input);
}
