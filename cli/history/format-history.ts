import type { HistoryMessage, JoinedAt } from '../../views/conversation.js';
import type { Omission } from '../../context/message/omission.js';
import { describeCutOff } from '../format/describe-cut-off.js';
import { oneLine, printable } from '../format/printable.js';
import type { Style } from '../format/style.js';

const OMITTED: Readonly<Record<Omission, string>> = {
  dropped: '(dropped: no longer sent)',
  refused: '(refused by the provider: no longer sent)',
  retried: '(sent again later)',
};

/** Expects the newest message first, and shows the oldest first. */
export function formatHistory(messages: readonly HistoryMessage[], style: Style): string {
  if (messages.length === 0) return 'No messages yet';
  return messages
    .toReversed()
    .map(
      ({
        seq,
        role,
        text,
        createdAt,
        joined,
        whileRunning,
        isPartial,
        finishReason,
        omitted,
        failure,
        attachments = [],
        data,
      }) => {
        const beside = joined === null ? '' : style.dim(` ${describeJoined(joined)}`);
        const jump = whileRunning === null ? '' : style.dim(` (${whileRunning})`);
        const part = isPartial ? style.yellow(' canceled, partial answer') : '';
        const cut = finishReason === null ? '' : style.yellow(` ${describeCutOff(finishReason)}`);
        const failed = failure === null ? '' : style.red(` failed: ${oneLine(failure.message)}`);
        const out = omitted === null ? '' : style.yellow(` ${OMITTED[omitted]}`);
        const head = `${role === 'user' ? style.cyan(role) : style.green(role)} ${style.dim(`#${seq} ${createdAt.toISOString()}`)}${jump}${beside}${part}${cut}${failed}${out}`;
        const files = attachments.map(({ name, mediaType, bytes }) =>
          style.dim(`attached: ${printable(name)}, ${mediaType}, ${bytes.toLocaleString('en-US')} bytes`),
        );
        const values = data ? style.dim(`data: ${oneLine(JSON.stringify(data), 200)}`) : '';
        return [head, printable(text).replace(/\n+$/, ''), ...files, values]
          .filter((line) => line !== '')
          .join('\n');
      },
    )
    .join('\n\n');
}

function describeJoined({ approval, step }: JoinedAt): string {
  if (approval === 'question') return 'asked for approval';
  return approval === 'answer' ? 'answered a question' : `beside its turn, at step ${step}`;
}
