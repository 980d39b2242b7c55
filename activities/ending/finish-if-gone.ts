import { finishExecution } from '../../store/execution/finish-execution.js';
import { answerSettings } from '../answer-settings.js';
import type { ActivityDependencies } from '../dependencies.js';
import { reportEnd, type Warn } from './report-end.js';

export interface FinishDependencies extends Pick<ActivityDependencies, 'db' | 'describeWorkflow'> {
  warn?: Warn;
}

export async function finishIfGone(
  { db, describeWorkflow, warn }: FinishDependencies,
  { workflowId, isPlanned = false }: { workflowId: string; isPlanned?: boolean },
): Promise<boolean> {
  if ((await describeWorkflow(workflowId))?.isOpen === true) return false;
  const end = isPlanned
    ? ({ status: 'cancelled' } as const)
    : ({
        status: 'failed',
        errorType: 'Execution.Ended',
        errorMessage: 'The execution ended without finishing',
      } as const);
  const { status, ended } = await finishExecution(db, { ...answerSettings(), workflowId, ...end });
  await reportEnd(db, ended, warn);
  // The execution may have finished since it was listed.
  return status === end.status;
}
