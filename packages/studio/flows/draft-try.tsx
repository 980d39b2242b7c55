import { useState } from 'react';
import type { TriedDraft } from '../../../views/flow.js';
import type { ExecutionView } from '../../../views/execution.js';
import { findRun } from '../api/find-run.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { Status } from '../parts/status.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';
import { useDraft } from '../tools/use-draft.js';

const POLL_MS = 1_000;

type AnsweredExecution = ExecutionView & { answer: string | null };

export function DraftTry({
  definition,
  isValid,
  onTried,
}: {
  definition: unknown;
  isValid: boolean;
  onTried: () => void;
}) {
  const [text, setText] = useState('');
  const { send, tried, problem, isSending } = useDraft(onTried);
  const words = STRINGS.flows.try;
  return (
    <form
      className="draft-try"
      onSubmit={(event) => {
        event.preventDefault();
        void send({ definition, text });
      }}
    >
      <label>
        {words.message} <input required value={text} onChange={({ target }) => setText(target.value)} />
      </label>
      <Button type="submit" disabled={!isValid || isSending}>
        {words.send}
      </Button>
      {problem ? <Problem error={problem} /> : null}
      {tried ? <Outcome key={tried.executionId} {...tried} /> : null}
    </form>
  );
}

function Outcome({ executionId, version }: TriedDraft) {
  const [isOver, setIsOver] = useState(false);
  const { value } = useLoaded(
    executionId,
    async (signal) => {
      const view = await findRun(executionId, { signal });
      if (!view || view.finishedAt === null) return view;
      setIsOver(true);
      return get<AnsweredExecution>(`/executions/${encodeURIComponent(executionId)}`, { signal });
    },
    isOver ? {} : { everyMs: POLL_MS },
  );
  const answer = (value as Partial<AnsweredExecution> | undefined)?.answer ?? null;
  return (
    <div className="outcome" aria-live="polite">
      <p>
        <Status status={value?.status} unknown={STRINGS.loading} />{' '}
        <a href={formatRoute({ view: 'runs', executionId })}>{STRINGS.flows.try.execution(version)}</a>
      </p>
      {answer === null ? null : <blockquote>{answer}</blockquote>}
      {value?.errorMessage == null ? null : <p className="problem">{value.errorMessage}</p>}
    </div>
  );
}
