import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react';
import type { FlowCheck } from '../../client/flows/flow-versions.js';
import type { FlowProblem } from '../../flow/validation/flow-problem.js';
import { post, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { markProblems, readDraft } from './read-draft.js';
import { DraftTry } from './draft-try.js';
import { PublishButton } from './publish-button.js';

const FlowGraph = lazy(() => import('../parts/flow-graph.js'));
const FlowEditor = lazy(() => import('./flow-editor.js'));

/** A pause in typing after which a definition is checked. */
const PAUSE_MS = 400;

/** A definition to work on: its graph, its text, its problems in both, and what can be done with it. */
export function FlowBench({
  slug,
  text: before,
  isCurrent,
  compared,
  onPublished,
  onTried,
}: {
  slug: string;
  text: string;
  /** The text is that of the current version. */
  isCurrent: boolean;
  compared: string | undefined;
  onPublished: (version: number) => void;
  onTried: () => void;
}) {
  const [text, setText] = useState(before);
  const [place, setPlace] = useState<Pick<FlowProblem, 'node' | 'edge' | 'field'>>();
  const shown = useDeferredValue(text);
  const { definition, flow } = readDraft(shown);
  const check = useCheck(shown, definition);
  const { problems } = check;
  const words = STRINGS.flows;
  return (
    <>
      <div className="flow-bench">
        <Suspense fallback={<p className="hint">{STRINGS.loading}</p>}>
          <FlowGraph
            flow={markProblems(flow, problems)}
            label={words.graph(slug)}
            selected={place?.node}
            onSelect={(node) => setPlace({ node })}
          />
          <FlowEditor
            label={words.editor}
            text={before}
            onChange={setText}
            problems={problems}
            compared={compared}
            place={place}
          />
        </Suspense>
      </div>
      {check.error === undefined ? null : <Problem error={check.error} retry={check.reload} />}
      <Problems problems={problems} isJson={definition !== undefined} onGoTo={setPlace} />
      <div className="flow-acts">
        <DraftTry definition={definition} isValid={check.value?.isValid === true} onTried={onTried} />
        <PublishButton
          definition={definition}
          isValid={check.value?.isValid === true}
          isCurrent={isCurrent && isSame(definition, readDraft(before).definition)}
          onPublished={onPublished}
        />
      </div>
    </>
  );
}

/** Compares what stands in two texts, whatever their lines and spaces are. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const NONE: readonly FlowProblem[] = [];

/** Checks what stands in the editor, after a pause in typing; text that is no JSON is not sent. */
function useCheck(text: string, definition: unknown) {
  const check = useLoaded(text, async (signal): Promise<Wire<FlowCheck> | undefined> => {
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (signal.aborted || definition === undefined) return undefined;
    return post<FlowCheck>('/flows/check', { body: definition, signal });
  });
  // Until there is another answer the last one's problems stay where they are.
  const last = useRef<readonly FlowProblem[]>([]);
  if (check.value !== undefined) last.current = check.value.problems;
  return { ...check, problems: definition === undefined ? NONE : last.current };
}

function Problems({
  problems,
  isJson,
  onGoTo,
}: {
  problems: readonly FlowProblem[];
  isJson: boolean;
  onGoTo: (place: Pick<FlowProblem, 'node' | 'edge' | 'field'>) => void;
}) {
  const { noJson, severities, problems: title } = STRINGS.flows;
  return (
    <section aria-label={title} aria-live="polite">
      {isJson ? null : <p className="problem">{noJson}</p>}
      <ul className="flow-problems">
        {problems.map((problem) => (
          <li key={`${problem.node ?? problem.edge ?? ''} ${problem.field ?? ''} ${problem.message}`}>
            <button type="button" data-severity={problem.severity} onClick={() => onGoTo({ ...problem })}>
              <b>{severities[problem.severity]}</b> {problem.message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
