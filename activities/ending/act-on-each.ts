import { errorMessage } from '../../protocol/error-message.js';
import { isConnectionError } from '../../store/is-connection-error.js';
import { UNANSWERED } from '../../protocol/grpc-status.js';

/** Default: the first failure ends the scan. */
export type OnFailure = ((workflowId: string, reason: string) => void) | undefined;

/** An item that fails does not end the scan, unless Temporal or Postgres is unavailable. */
export async function actOnEach<Item extends { workflowId: string }>(
  items: readonly Item[],
  { act, onFailure }: { act: (item: Item) => Promise<void>; onFailure: OnFailure },
): Promise<void> {
  for (const item of items)
    try {
      await act(item);
    } catch (error) {
      if (!onFailure || isUnavailable(error)) throw error;
      // Temporal's client puts the server's reason into the cause.
      onFailure(item.workflowId, errorMessage(error instanceof Error ? (error.cause ?? error) : error));
    }
}

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isUnanswered = 'code' in error && UNANSWERED.some((code) => code === error.code);
  return isUnanswered || isConnectionError(error) || isUnavailable(error.cause);
}
