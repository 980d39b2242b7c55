import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ListedExecution } from '../../../views/execution.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { IconButton } from '../parts/button.js';
import { CopyId } from '../parts/copy-id.js';
import { formatCost, formatDuration, formatNumber } from '../parts/format.js';
import { RelativeTime } from '../parts/relative-time.js';
import { Status } from '../parts/status.js';
import { formatRoute } from '../route.js';
import { STRINGS } from '../strings.js';

export interface RowProps {
  execution: Wire<ListedExecution>;
  me: string | undefined;
  hasUsers: boolean;
  scope: Record<string, string | undefined>;
  selected: ReadonlySet<string>;
  onSelect: (executionId: string, isSelected: boolean) => void;
  depth?: number;
}

export function ExecutionRow(props: RowProps) {
  const { execution, me, hasUsers, selected, onSelect, depth = 0 } = props;
  const [isOpen, setOpen] = useState(false);
  const { executionId, flow, user, status, question, errorMessage } = execution;
  const title = question?.trim() || flow;
  return (
    <>
      <tr>
        <td>
          {depth > 0 || user !== me ? null : (
            <label className="flex items-center pointer-coarse:size-11">
              <input
                type="checkbox"
                aria-label={STRINGS.runs.select(title)}
                checked={selected.has(executionId)}
                onChange={({ target }) => onSelect(executionId, target.checked)}
              />
            </label>
          )}
        </td>
        <Title {...{ execution, me, title, depth, isOpen }} onOpen={() => setOpen(!isOpen)} />
        <td>{flow}</td>
        {hasUsers ? <td>{user}</td> : null}
        <td>
          <Status status={status} />
          {errorMessage === null ? null : (
            <p className="line-clamp-2 max-w-64 text-xs wrap-anywhere text-bad" title={errorMessage}>
              {errorMessage}
            </p>
          )}
        </td>
        <Figures execution={execution} />
      </tr>
      {isOpen ? <Started {...props} depth={depth + 1} /> : null}
    </>
  );
}

function Title({
  execution: { executionId, user, subExecutions },
  me,
  title,
  depth,
  isOpen,
  onOpen,
}: Pick<RowProps, 'execution' | 'me'> & {
  title: string;
  depth: number;
  isOpen: boolean;
  onOpen: () => void;
}) {
  const Chevron = isOpen ? ChevronDown : ChevronRight;
  const owner = user === me ? undefined : (user ?? '');
  return (
    <td className="run-title" style={{ '--depth': depth } as React.CSSProperties}>
      <div className="flex items-start gap-1">
        {subExecutions === 0 ? null : (
          <IconButton label={STRINGS.runs.started(subExecutions)} aria-expanded={isOpen} onClick={onOpen}>
            <Chevron size={14} />
          </IconButton>
        )}
        <div className="min-w-0 flex-1 max-phone:flex max-phone:items-start max-phone:justify-between">
          <a
            className="block wrap-anywhere pointer-coarse:py-3"
            href={formatRoute({ view: 'runs', executionId, user: owner })}
          >
            <bdi className="line-clamp-2">{title}</bdi>
          </a>
          <CopyId id={executionId} isShort />
        </div>
      </div>
    </td>
  );
}

function Figures({ execution }: Pick<RowProps, 'execution'>) {
  const { createdAt, finishedAt, modelCalls, inputTokens, outputTokens, cost } = execution;
  const { columns } = STRINGS.runs;
  return (
    <>
      <td className="time">
        <RelativeTime at={createdAt} />
      </td>
      <td className="number" data-label={columns.took}>
        {formatDuration(createdAt, finishedAt)}
      </td>
      <td className="number" data-label={columns.calls}>
        {modelCalls}
      </td>
      <td className="number" data-label={columns.tokens}>
        {formatNumber(inputTokens)} / {formatNumber(outputTokens)}
      </td>
      <td className="number" data-label={columns.cost}>
        {formatCost(cost)}
      </td>
    </>
  );
}

function Started(props: RowProps & { depth: number }) {
  const parent = props.execution.executionId;
  const query = { ...props.scope, parent, limit: 500 };
  const { value, error } = useLoaded(`${parent} ${props.execution.status}`, (signal) =>
    get<ListedExecution[]>('/executions', { query, signal }),
  );
  if (!value)
    return (
      <tr>
        <td />
        <td colSpan={9}>{error?.message ?? STRINGS.loading}</td>
      </tr>
    );
  return value
    .toReversed()
    .map((execution) => <ExecutionRow key={execution.executionId} {...props} execution={execution} />);
}
