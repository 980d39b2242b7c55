import { useState } from 'react';
import type { PutFlow } from '../../../views/flow.js';
import { post } from '../api/request.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';

export function PublishButton({
  definition,
  isValid,
  isCurrent,
  onPublished,
}: {
  definition: unknown;
  isValid: boolean;
  isCurrent: boolean;
  onPublished: (version: number) => void;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const [done, setDone] = useState<PutFlow>();
  const [problem, setProblem] = useState<Error>();
  const words = STRINGS.flows.publish;
  const publish = async () => {
    setIsAsked(false);
    setProblem(undefined);
    try {
      const put = await post<PutFlow>('/flows', { body: definition });
      setDone(put);
      onPublished(put.version);
    } catch (error) {
      setProblem(error as Error);
    }
  };
  return (
    <div className="publish">
      {isAsked ? (
        <p role="group" aria-label={words.sure}>
          {words.sure}{' '}
          <Button kind="primary" autoFocus onClick={() => void publish()}>
            {words.yes}
          </Button>{' '}
          <Button onClick={() => setIsAsked(false)}>{words.no}</Button>
        </p>
      ) : (
        <Button
          kind="primary"
          disabled={!isValid || isCurrent}
          title={isCurrent ? words.unchanged : undefined}
          onClick={() => setIsAsked(true)}
        >
          {words.publish}
        </Button>
      )}
      {done ? <p role="status">{words.done(done.version)}</p> : null}
      {problem ? <Problem error={problem} /> : null}
    </div>
  );
}
