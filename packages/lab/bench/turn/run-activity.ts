import { MockActivityEnvironment } from '@temporalio/testing';
import { DefaultLogger } from '@temporalio/worker';

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
