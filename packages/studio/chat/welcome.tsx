import { MessagesSquare, TriangleAlert } from 'lucide-react';
import { EmptyState } from '../parts/empty-state.js';
import { STRINGS } from '../strings.js';
import type { NewChat } from './use-new-chat.js';

const EXAMPLES = 3;

export function Welcome({
  begun,
  onExample,
}: {
  begun: NewChat | undefined;
  onExample: (question: string) => void;
}) {
  if (!begun) return <EmptyState icon={MessagesSquare} title={STRINGS.chat.empty} />;
  const { flows, flow, choose } = begun;
  return (
    <div className="welcome mx-auto flex min-h-full max-w-xl flex-col justify-center gap-3 py-10">
      <h3 className="text-xl font-semibold">{flow?.name ?? STRINGS.chat.welcome}</h3>
      <p className="text-soft">{flow?.description ?? STRINGS.chat.empty}</p>
      {flow?.hasWorker === false ? (
        <p role="status" className="no-worker flex gap-2 rounded-md bg-busy-soft px-3 py-2 text-sm text-busy">
          <TriangleAlert size={16} className="mt-0.5 shrink-0" aria-hidden="true" />
          {STRINGS.chat.noWorker}
        </p>
      ) : null}
      {flows.length < 2 ? null : (
        <label className="flex items-center gap-2 text-sm text-faint">
          {STRINGS.chats.flow}
          <select
            aria-label={STRINGS.chats.flow}
            value={flow?.slug ?? ''}
            onChange={(event) => choose(event.target.value)}
          >
            {flows.map(({ slug, name }) => (
              <option key={slug} value={slug}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <ul className="examples mt-2 grid gap-2">
        {flow?.examples.slice(0, EXAMPLES).map((question) => (
          <li key={question}>
            <button
              type="button"
              className="w-full rounded-lg border border-line bg-ground px-3 py-2 text-left text-sm text-soft shadow-card hover:border-line-strong hover:text-ink"
              onClick={() => onExample(question)}
            >
              {question}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
