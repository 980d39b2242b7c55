import { Play } from 'lucide-react';
import { useRef } from 'react';
import { useDraft } from './use-draft.js';
import { SchemaForm } from '../form/schema-form.js';
import { useInputForm } from '../form/use-input-form.js';
import { Button } from '../parts/button.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { nodeDraft, nodeSchema, toolDraft, TRIED_NODE, type Draft, type ReadNodes } from './one-node-flow.js';
import { TryOutcome } from './try-outcome.js';

export function ToolForm({ name, schema }: { name: string; schema: unknown }) {
  return (
    <TryForm kind="tool" schema={schema} start={undefined} toDraft={(input) => toolDraft(name, input)} />
  );
}

/** The form of a node in a flow, which has an id and settings, and reads known nodes. */
export function NodeForm({
  kind,
  schema,
  start,
  nodeId = TRIED_NODE,
  read,
}: {
  kind: string;
  schema: unknown;
  start?: unknown;
  nodeId?: string;
  read?: ReadNodes;
}) {
  return (
    <TryForm
      kind="node"
      schema={nodeSchema(schema, STRINGS.tools.trigger, read)}
      start={start}
      nodeId={nodeId}
      toDraft={(input) => nodeDraft(kind, input, { id: nodeId, trigger: read?.trigger })}
    />
  );
}

function TryForm({
  kind,
  schema,
  start,
  nodeId = TRIED_NODE,
  toDraft,
}: {
  kind: 'tool' | 'node';
  schema: unknown;
  start: unknown;
  nodeId?: string;
  toDraft: (input: unknown) => Draft;
}) {
  const form = useInputForm(schema, start);
  const element = useRef<HTMLFormElement>(null);
  const { send, tried, problem, isSending } = useDraft();
  const { input, run, help } = STRINGS.tools;
  return (
    <div className="grid max-w-3xl gap-4">
      <form
        ref={element}
        className="tool-form grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.check(element.current)) void send(toDraft(form.value));
        }}
      >
        <p className="hint">{help[kind]}</p>
        <SchemaForm {...form} label={input} />
        <Button type="submit" kind="primary" className="justify-self-start" disabled={isSending}>
          <Play size={14} aria-hidden="true" />
          {run}
        </Button>
        {problem ? <Problem error={problem} /> : null}
      </form>
      {tried ? (
        <TryOutcome key={tried.executionId} executionId={tried.executionId} kind={kind} nodeId={nodeId} />
      ) : null}
    </div>
  );
}
