import { RotateCcw } from 'lucide-react';
import { useRef, useState } from 'react';
import { rerunProblem } from '../../../flow/execution/rerun-problem.js';
import { isRecord } from '../../../protocol/is-record.js';
import type { NodeWork } from '../../../views/execution.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { useWho } from '../api/use-who.js';
import { SchemaForm } from '../form/schema-form.js';
import { useInputForm } from '../form/use-input-form.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { useOwner } from '../use-route.js';
import { changedInput, inferSchema, readChangeable, readStart, type RerunChanges } from './rerun-input.js';
import type { Tree } from './use-waterfall.js';
import { useRerun } from './use-rerun.js';

const TEXT = STRINGS.runs.rerunFrom;

export function RerunFrom({ tree, nodeId }: { tree: Tree; nodeId: string }) {
  const isAdmin = useWho()?.isAdmin === true;
  const hasNoUser = useOwner() === '';
  const { rerun, isSending, problem } = useRerun(tree.executionId);
  const [isOpen, setOpen] = useState(false);
  const isPlain = tree.parentId === null && tree.executionId.startsWith('execution/');
  if (!isPlain || hasNoUser || tree.finishedAt === null || !mayBegin(tree, nodeId)) return null;
  const begin = (changes: RerunChanges): Promise<void> => rerun({ ...changes, from: nodeId });
  return (
    <div className="mt-2">
      <Button
        size="small"
        className="rerun-from pointer-coarse:min-h-11"
        disabled={isSending}
        onClick={() => (isAdmin ? setOpen(true) : void begin({}))}
      >
        <RotateCcw size={14} aria-hidden="true" />
        {TEXT.begin}
      </Button>
      {problem && !isOpen ? <Problem error={problem} /> : null}
      <Dialog title={TEXT.title(nodeId)} isOpen={isOpen} onClose={() => setOpen(false)}>
        <Changes tree={tree} nodeId={nodeId} {...{ begin, isSending, problem }} />
      </Dialog>
    </div>
  );
}

function mayBegin({ flow, nodes, edges }: Tree, nodeId: string): boolean {
  if (nodes.some((node) => node.nodeId === nodeId && node.status === 'skipped')) return false;
  const known = nodes.map(({ nodeId: id, kind }) => ({ id, kind }));
  return rerunProblem({ slug: flow, nodes: known, edges }, { from: nodeId }) === undefined;
}

interface ChangesProps {
  begin: (changes: RerunChanges) => Promise<void>;
  isSending: boolean;
  problem: Error | undefined;
}

function Changes({
  tree: { executionId, nodes },
  nodeId,
  ...rest
}: ChangesProps & { tree: Tree; nodeId: string }) {
  const path = `/executions/${encodeURIComponent(executionId)}/nodes/${encodeURIComponent(nodeId)}`;
  const { value, error, reload } = useLoaded(path, (signal) => get<NodeWork>(path, { signal }));
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return <Skeleton rows={3} />;
  return <ChangesForm {...rest} start={value.start} {...readChangeable(value.inputs, nodes)} />;
}

function ChangesForm({
  start,
  outputs,
  cut,
  begin,
  isSending,
  problem,
}: ChangesProps & {
  start: NodeWork['start'];
  outputs: Readonly<Record<string, unknown>>;
  cut: readonly string[];
}) {
  const element = useRef<HTMLFormElement>(null);
  const hasOutputs = Object.keys(outputs).length > 0;
  const before = { ...readStart(start), ...(hasOutputs && { outputs }) };
  const schema = {
    type: 'object',
    properties: {
      ...(hasOutputs && { outputs: { ...inferSchema(outputs), title: TEXT.outputs } }),
      text: { type: 'string', title: TEXT.text },
      data: { title: TEXT.data },
    },
    required: hasOutputs ? ['outputs'] : [],
  };
  const form = useInputForm(schema, before);
  const kept = [
    ...(start.text?.isCut === true ? [TEXT.text] : []),
    ...(start.data?.isCut === true ? [TEXT.data] : []),
    ...cut,
  ];
  return (
    <form
      ref={element}
      className="rerun-changes grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (form.check(element.current))
          void begin(changedInput(isRecord(form.value) ? form.value : {}, before));
      }}
    >
      <p className="hint">{TEXT.help}</p>
      <SchemaForm {...form} label={TEXT.form} />
      {kept.length === 0 ? null : <p className="hint">{TEXT.cut(kept.join(', '))}</p>}
      <Button type="submit" kind="primary" className="justify-self-start" disabled={isSending}>
        <RotateCcw size={14} aria-hidden="true" />
        {TEXT.run}
      </Button>
      {problem ? <Problem error={problem} /> : null}
    </form>
  );
}
