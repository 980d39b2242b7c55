import { useState } from 'react';
import type { AgentQueuesView, QueuedStep } from '../../../views/execution.js';
import { get, post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { useRequestId } from '../api/use-request-id.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';

const POLL_MS = 2_000;

export function Queues({ executionId }: { executionId: string }) {
  const path = `/executions/${encodeURIComponent(executionId)}`;
  const { value, reload } = useLoaded(
    executionId,
    (signal) => get<AgentQueuesView[]>(`${path}/queues`, { signal }),
    { everyMs: POLL_MS },
  );
  if (!value || value.length === 0) return null;
  return (
    <section>
      <h3>{STRINGS.runs.queues.title}</h3>
      {value.map((queues) => (
        <AgentQueues
          key={`${queues.nodeId} ${queues.iteration}`}
          queues={queues}
          path={path}
          onPushed={reload}
        />
      ))}
    </section>
  );
}

function AgentQueues({
  queues,
  path,
  onPushed,
}: {
  queues: Wire<AgentQueuesView>;
  path: string;
  onPushed: () => void;
}) {
  const { nodeId, iteration, running, waiting } = queues;
  const words = STRINGS.runs.queues;
  const [text, setText] = useState('');
  const [when, setWhen] = useState('next-call');
  const [problem, setProblem] = useState<Error>();
  const { idOf, forget } = useRequestId();
  const push = async () => {
    try {
      const step = { text, when, nodeId, iteration };
      const body = { ...step, id: idOf(step) };
      const { accepted } = await post<{ accepted: boolean }>(`${path}/steps`, { body });
      // A new id, because the id of a full queue would be refused again.
      forget();
      setProblem(accepted ? undefined : new Error(words.full));
      if (accepted) setText('');
      onPushed();
    } catch (error) {
      setProblem(error as Error);
    }
  };
  return (
    <form
      className="queues"
      onSubmit={(event) => {
        event.preventDefault();
        void push();
      }}
    >
      <p>
        <b>{`${nodeId} ${iteration}`}</b> {running === null ? words.between : words.running(toWords(running))}
      </p>
      {waiting.length === 0 ? <p className="hint">{words.none}</p> : null}
      <ol>
        {waiting.map((step) => (
          <li key={`${step.queue} ${step.ordinal}`}>
            <small>{step.queue}</small> {toWords(step)}
          </li>
        ))}
      </ol>
      <div className="push">
        <label>
          {words.step} <input required value={text} onChange={({ target }) => setText(target.value)} />
        </label>
        <WhenChoice when={when} onChoose={setWhen} />
        <button type="submit">{words.push}</button>
      </div>
      {problem ? <Problem error={problem} /> : null}
    </form>
  );
}

function WhenChoice({ when, onChoose }: { when: string; onChoose: (when: string) => void }) {
  const words = STRINGS.runs.queues;
  return (
    <label>
      {words.when}{' '}
      <select value={when} onChange={({ target }) => onChoose(target.value)}>
        {Object.entries(words.times).map(([time, name]) => (
          <option key={time} value={time}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function toWords({ text, tool }: Wire<QueuedStep>): string {
  return text ?? tool ?? STRINGS.runs.queues.question;
}
