import { RotateCcw } from 'lucide-react';
import { Badge } from '../parts/badge.js';
import { Button } from '../parts/button.js';
import { STRINGS } from '../strings.js';
import { FailureDetails } from './failure-details.js';
import type { MessageViewProps } from './message-view-props.js';

export function Outcome({ message, onRetry }: Pick<MessageViewProps, 'message' | 'onRetry'>) {
  const { status, error, finishReason, executionId } = message.metadata ?? {};
  const retry = onRetry ? (
    <Button size="small" className="retry" onClick={onRetry}>
      <RotateCcw size={13} aria-hidden="true" />
      {STRINGS.chat.retry}
    </Button>
  ) : null;
  return (
    <>
      {status === 'failed' ? (
        <div className="failure mt-1.5 grid gap-1.5 rounded-md bg-bad-soft px-3 py-2 text-sm">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <p className="problem min-w-0 wrap-anywhere text-bad" role="alert">
              {describe(error)}
            </p>
            {retry}
          </div>
          {executionId === undefined ? null : <FailureDetails executionId={executionId} />}
        </div>
      ) : null}
      {finishReason ? (
        <p className="problem mt-1.5 rounded-md bg-busy-soft px-3 py-2 text-sm text-busy" role="alert">
          {STRINGS.chat.cutOff[finishReason]}
        </p>
      ) : null}
      {status === 'cancelled' ? (
        <p className="mt-1.5 flex items-center gap-2">
          <Badge>{STRINGS.chat.cancelled}</Badge>
          {retry}
        </p>
      ) : null}
    </>
  );
}

function describe(error: { type: string; message: string } | undefined): string {
  const { types, areas, other } = STRINGS.chat.failures;
  if (!error) return other;
  const byType: Readonly<Record<string, string>> = types;
  const byArea: Readonly<Record<string, string>> = areas;
  const [area = ''] = error.type.split('.');
  return byType[error.type] ?? byArea[area] ?? (error.message === '' ? other : error.message);
}
