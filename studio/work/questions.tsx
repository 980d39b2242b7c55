import { useState } from 'react';
import { showUnseen } from '../../protocol/unseen-characters.js';
import type { OpenApproval } from '../../store/nodes/open-approvals.js';
import { get, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Problem } from '../parts/problem.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';

const LOOK_MS = 3_000;

/** Questions that wait for a person, those asked first first; none: nothing is shown. */
export function Questions() {
  const { value, error, reload } = useLoaded(
    'questions',
    (signal) => get<OpenApproval[]>('/questions', { signal }),
    { everyMs: LOOK_MS },
  );
  if (error !== undefined) return <Problem error={error} retry={reload} />;
  if (value === undefined || value.length === 0) return null;
  return (
    <section>
      <h2>{STRINGS.work.questions}</h2>
      <ul className="questions">
        {value.map((question) => (
          <li key={`${question.executionId} ${question.nodeId} ${question.iteration} ${question.call}`}>
            <Question question={question} onAnswered={reload} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Question({ question, onAnswered }: { question: Wire<OpenApproval>; onAnswered: () => void }) {
  const { executionId, nodeId, iteration, call, prompt } = question;
  const [answer, setAnswer] = useState('');
  const [problem, setProblem] = useState<Error>();
  const send = async () => {
    try {
      const body = call === null ? { answer, nodeId, iteration } : { answer, nodeId, iteration, call };
      await post(`/executions/${encodeURIComponent(executionId)}/answer`, { body });
      onAnswered();
    } catch (error) {
      setProblem(error as Error);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p className="question">{showUnseen(prompt)}</p>
      <a href={formatRoute({ view: 'work', executionId })}>
        <code>{executionId}</code>
      </a>
      <label>
        {STRINGS.work.answer}{' '}
        <input required value={answer} onChange={(event) => setAnswer(event.target.value)} />
      </label>
      <button type="submit">{STRINGS.work.sendAnswer}</button>
      {problem === undefined ? null : <Problem error={problem} />}
    </form>
  );
}
