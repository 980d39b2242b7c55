import { ExternalLink, Link, Square, MessageSquare } from 'lucide-react';
import type { ExecutionTree } from '../../../views/execution.js';
import { post, type Wire, get } from '../api/request.js';
import { useWho } from '../api/use-who.js';
import { Button, buttonClass } from '../parts/button.js';
import { copyText } from '../parts/copy-text.js';
import { showToast } from '../parts/toast.js';
import { STRINGS } from '../strings.js';
import { Rerun } from './rerun.js';
import { parseTurnWorkflowId } from '../../../protocol/parse-workflow-id.js';
import type { HistoryPage } from '../../../views/conversation.js';
import { useLoaded } from '../api/use-loaded.js';
import { formatRoute } from '../route.js';
import { chatQuery, conversationPath } from '../api/chat-messages.js';

/** Searches the run's question among this many newest messages. */
const NEWEST = 200;

export function RunActions({
  run,
  isRunning,
  isFixed,
  onCancel,
}: {
  run: Wire<ExecutionTree>;
  isRunning: boolean;
  isFixed: boolean;
  onCancel: () => void;
}) {
  const { executionId } = run;
  const path = `/executions/${encodeURIComponent(executionId)}`;
  return (
    <div className="run-actions flex flex-wrap items-center gap-2">
      <ChatOfRun executionId={executionId} />
      <CopyLink />
      <TemporalLink executionId={executionId} />
      {isFixed ? null : <Rerun run={run} />}
      {isRunning && !isFixed ? (
        <Button
          kind="danger"
          size="small"
          className="cancel"
          onClick={() =>
            void post(`${path}/cancel`).then(onCancel, (error: unknown) =>
              showToast((error as Error).message, { isError: true }),
            )
          }
        >
          <Square size={14} aria-hidden="true" />
          {STRINGS.runs.cancel}
        </Button>
      ) : null}
    </div>
  );
}

function CopyLink() {
  const copy = async (): Promise<void> =>
    showToast((await copyText(location.href)) ? STRINGS.copied : STRINGS.notCopied);
  return (
    <Button size="small" className="copy-link" onClick={() => void copy()}>
      <Link size={14} aria-hidden="true" />
      {STRINGS.runs.copyLink}
    </Button>
  );
}

function TemporalLink({ executionId }: { executionId: string }) {
  const temporalUi = useWho()?.temporalUi;
  if (temporalUi == null) return null;
  return (
    <a
      className={buttonClass({ size: 'small' })}
      href={`${temporalUi}/${encodeURIComponent(executionId)}`}
      target="_blank"
      rel="noreferrer"
    >
      <ExternalLink size={14} aria-hidden="true" />
      {STRINGS.runs.temporal}
    </a>
  );
}

function ChatOfRun({ executionId }: { executionId: string }) {
  const turn = parseTurnWorkflowId(executionId);
  const { value } = useLoaded(`chat of ${executionId}`, async (signal) => {
    if (!turn) return undefined;
    const chat = { ...turn, channel: turn.channel ?? '' };
    const query = { ...chatQuery(chat), limit: NEWEST };
    return get<HistoryPage>(conversationPath(chat, '/messages'), { query, signal });
  });
  if (!turn) return null;
  const { flow, channel = '', thread } = turn;
  const at = value?.messages.findLast(({ turnId }) => turnId === turn.turnId)?.seq;
  return (
    <a
      className={buttonClass({ size: 'small' }, 'to-chat')}
      href={formatRoute({ view: 'chat', flow, channel, thread, why: undefined, at })}
    >
      <MessageSquare size={14} aria-hidden="true" />
      {STRINGS.runs.toChat}
    </a>
  );
}
