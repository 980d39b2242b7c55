import { useRef, useState } from 'react';
import type { ListedExecution } from '../../../views/execution.js';
import { post, type Wire } from '../api/request.js';
import { Button } from '../parts/button.js';
import { showToast } from '../parts/toast.js';
import { STRINGS } from '../strings.js';

type Run = Wire<ListedExecution>;

export function SelectedActions({
  executions,
  onDone,
}: {
  executions: readonly Run[];
  onDone: (failed: readonly string[]) => void;
}) {
  const [isSending, setSending] = useState(false);
  // Kept, because a retry after a lost response must not start a second rerun.
  const rerunIds = useRef(new Map<string, string>());
  const { cancelSelected, retrySelected } = STRINGS.runs;
  const running = executions.filter(({ finishedAt }) => finishedAt === null);
  const failed = executions.filter(({ status }) => status === 'failed' || status === 'cancelled');
  if (running.length + failed.length === 0) return null;
  const rerun = async ({ executionId }: Run): Promise<void> => {
    const id = rerunIds.current.get(executionId) ?? crypto.randomUUID();
    rerunIds.current.set(executionId, id);
    await post(`/executions/${encodeURIComponent(executionId)}/rerun`, { body: { id } });
    rerunIds.current.delete(executionId);
  };
  const cancel = ({ executionId }: Run): Promise<unknown> =>
    post(`/executions/${encodeURIComponent(executionId)}/cancel`);
  const act = async (chosen: readonly Run[], send: (run: Run) => Promise<unknown>): Promise<void> => {
    setSending(true);
    const sent = await Promise.allSettled(chosen.map(send));
    setSending(false);
    showProblems(sent);
    onDone(chosen.filter((_, at) => sent[at]?.status === 'rejected').map(({ executionId }) => executionId));
  };
  return (
    <p className="mb-2 flex flex-wrap gap-2">
      {running.length === 0 ? null : (
        <Button kind="danger" disabled={isSending} onClick={() => void act(running, cancel)}>
          {cancelSelected(running.length)}
        </Button>
      )}
      {failed.length === 0 ? null : (
        <Button disabled={isSending} onClick={() => void act(failed, rerun)}>
          {retrySelected(failed.length)}
        </Button>
      )}
    </p>
  );
}

function showProblems(sent: readonly PromiseSettledResult<unknown>[]): void {
  const problems = sent.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []));
  if (problems.length === 0) return;
  const reasons = [...new Set(problems)].join(' ');
  showToast(STRINGS.runs.notDone(problems.length, reasons), { isError: true });
}
