import { lazy, Suspense, useDeferredValue, useRef, useState } from 'react';
import type { FlowCheck } from '../../../views/flow.js';
import type { FlowProblem } from '../../../flow/validation/flow-problem.js';
import { post, type Wire } from '../api/request.js';
import { useDraft } from '../api/use-draft.js';
import { useLoaded } from '../api/use-loaded.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import type { Mark } from './flow-editor.js';
import { markProblems, readDraft } from './read-draft.js';
import { DraftTry } from './draft-try.js';
import { NodeTry } from './node-try.js';
import { PublishButton } from './publish-button.js';

const FlowGraph = lazy(() => import('../parts/flow-graph.js'));
const FlowEditor = lazy(() => import('./flow-editor.js'));

const PAUSE_MS = 400;

interface FlowBenchProps {
  slug: string;
  text: string;
  draftName: string;
  isCurrent: boolean;
  compared: string | undefined;
  onPublished: (version: number) => void;
  onTried: () => void;
  onDiscarded: () => void;
}

export function FlowBench(props: FlowBenchProps) {
  const { slug, text: before, isCurrent, compared, onPublished, onTried, onDiscarded } = props;
  const [text, setText] = useDraft(props.draftName, before);
  const [opened] = useState(text);
  const [place, setPlace] = useState<{ node: string } | Mark>();
  const [marks, setMarks] = useState<readonly Mark[]>([]);
  const shown = useDeferredValue(text);
  const draft = readDraft(shown);
  const { definition } = draft;
  const lastValid = useRef(draft);
  if (definition !== undefined) lastValid.current = draft;
  const check = useCheck(shown, definition);
  const { problems } = check;
  const words = STRINGS.flows;
  const leave = (next: () => void): void => (setText(before), next());
  return (
    <>
      <div className="flow-bench">
        <Suspense fallback={<p className="hint">{STRINGS.loading}</p>}>
          <FlowGraph
            flow={markProblems(lastValid.current.flow, problems)}
            label={words.graph(slug)}
            selected={place && 'node' in place ? place.node : undefined}
            onSelect={(node) => setPlace({ node })}
          />
          <FlowEditor
            label={words.editor}
            text={opened}
            onChange={setText}
            draft={{ text: shown, definition: lastValid.current.definition }}
            problems={problems}
            onMarks={setMarks}
            compared={compared}
            place={place}
          />
        </Suspense>
      </div>
      {check.error ? <Problem error={check.error} retry={check.reload} /> : null}
      <Problems marks={marks} isJson={definition !== undefined} onGoTo={setPlace} />
      {place && 'node' in place ? (
        <NodeTry key={place.node} slug={slug} nodeId={place.node} definition={lastValid.current.definition} />
      ) : null}
      <div className="flow-acts">
        <DraftTry definition={definition} isValid={check.value?.isValid === true} onTried={onTried} />
        <PublishButton
          definition={definition}
          isValid={check.value?.isValid === true}
          isCurrent={isCurrent && isSame(definition, readDraft(before).definition)}
          onPublished={(version) => leave(() => onPublished(version))}
        />
        {text === before ? null : <Button onClick={() => leave(onDiscarded)}>{words.discard}</Button>}
      </div>
    </>
  );
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

const NONE: readonly FlowProblem[] = [];

function useCheck(text: string, definition: unknown) {
  const check = useLoaded(text, async (signal): Promise<Wire<FlowCheck> | undefined> => {
    await new Promise((done) => setTimeout(done, PAUSE_MS));
    if (signal.aborted || definition === undefined) return undefined;
    return post<FlowCheck>('/flows/check', { body: definition, signal });
  });
  const last = useRef<readonly FlowProblem[]>([]);
  if (check.value) last.current = check.value.problems;
  return { ...check, problems: definition === undefined ? NONE : last.current };
}

function Problems({
  marks,
  isJson,
  onGoTo,
}: {
  marks: readonly Mark[];
  isJson: boolean;
  onGoTo: (mark: Mark) => void;
}) {
  const { noJson, severities, problems: title, line: lineWords } = STRINGS.flows;
  return (
    <section aria-label={title} aria-live="polite">
      {isJson ? null : <p className="problem">{noJson}</p>}
      <ul className="flow-problems">
        {marks.map((mark) => (
          <li key={`${mark.from} ${mark.message}`}>
            <button type="button" data-severity={mark.severity} onClick={() => onGoTo({ ...mark })}>
              <b>{severities[mark.severity]}</b> {mark.message}{' '}
              <span className="text-accent underline">{lineWords(mark.line)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
