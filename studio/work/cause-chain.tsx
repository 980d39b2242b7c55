import type { ExecutionTree } from '../../client/executions/execution-tree.js';
import type { ModelCallView } from '../../store/calls/model-call-views.js';
import { get, type Wire } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { STRINGS } from '../strings.js';
import { findCauses, findOrigin, withCalls } from './find-causes.js';

/** Why an execution failed, from what it says itself to where it began. */
export function CauseChain({ tree }: { tree: Wire<ExecutionTree> }) {
  const { executionId } = findOrigin(tree);
  const { value: calls = [] } = useLoaded(`${executionId} ${tree.status}`, (signal) =>
    get<ModelCallView[]>(`/executions/${encodeURIComponent(executionId)}/calls`, { signal }),
  );
  const causes = withCalls(findCauses(tree), { executionId, calls });
  return (
    <section>
      <h3>{STRINGS.work.causes}</h3>
      <ol className="causes">
        {causes.map(({ place, type, message }) => (
          <li key={`${place} ${message}`}>
            <small>{place}</small>
            <p className="problem">
              {type === null ? null : <b>{type} </b>}
              {message}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
