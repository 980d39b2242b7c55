import { setTimeout as delay } from 'node:timers/promises';
import type { OpenQuestion } from '../../../../store/execution/load-open-questions.js';
import type { ConversationHandle } from '../../../../client/conversation/handle.js';
import { errorMessage } from '../../../../protocol/error-message.js';
import { ThreadlineError } from '../../../../client/threadline-error.js';

export type ErrorTally = Map<string, number>;

export interface SentMessage {
  readonly sentMs: number;
  readonly begun: Promise<OpenQuestion | undefined>;
  readonly ended: Promise<{ executionId: string; atMs: number; resets: number }>;
}

const PAUSE_MS = 300;

export function sendAndFollow(
  conversation: ConversationHandle,
  text: string,
  { turnId, errors, signal }: { turnId: string; errors: ErrorTally; signal?: AbortSignal },
): SentMessage {
  let begin: (question?: OpenQuestion) => void = () => undefined;
  const begun = new Promise<OpenQuestion | undefined>((resolve) => (begin = resolve));
  return { sentMs: performance.now(), begun, ended: follow().finally(() => begin()) };

  async function follow() {
    const submit = () => conversation.submit({ text, turnId });
    const { executionId } = await untilDone('submit', submit, { errors, signal });
    let from: string | undefined;
    let resets = 0;
    const read = async () => {
      for await (const event of conversation.stream(turnId, { from, signal })) {
        from = event.id;
        if (event.type === 'text-delta') begin();
        if (event.type === 'approval') begin(event);
        if (event.type === 'reset') resets += 1;
        if (event.type === 'failed') count(errors, `turn failed: ${event.errorType}`);
      }
    };
    await untilDone('stream', read, { errors, signal });
    return { executionId, atMs: performance.now(), resets };
  }
}

async function untilDone<Result>(
  name: string,
  call: () => Promise<Result>,
  { errors, signal }: { errors: ErrorTally; signal: AbortSignal | undefined },
): Promise<Result> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (signal?.aborted) throw error;
      countError(errors, { name, error });
      await delay(PAUSE_MS);
    }
  }
}

export function countError(errors: ErrorTally, { name, error }: { name: string; error: unknown }): void {
  const [line = ''] = errorMessage(error).split('\n');
  count(errors, `${name}: ${error instanceof ThreadlineError ? error.type : line}`);
}

function count(errors: ErrorTally, name: string): void {
  errors.set(name, (errors.get(name) ?? 0) + 1);
}
