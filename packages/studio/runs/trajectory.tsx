import { listTouched, type AgentTouchedRow } from '../../../trajectory/touched/touched.js';
import type { Trajectory } from '../../../views/trajectory.js';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import { DataTable } from '../parts/data-table.js';
import { formatNumber, formatTime } from '../parts/format.js';
import { FullHeight } from '../parts/full-height.js';
import { Problem } from '../parts/problem.js';
import { STRINGS } from '../strings.js';
import { TrajectoryGraph } from '../trajectory/trajectory-graph.js';

export function AgentTrajectory({ executionId, status }: { executionId: string; status: string }) {
  const path = `/executions/${encodeURIComponent(executionId)}/trajectory`;
  const key = `${executionId} ${status}`;
  const { value, error, reload } = useLoaded(key, (signal) => get<Trajectory>(path, { signal }));
  const { title, things, nothing, columns } = STRINGS.runs.trajectory;
  if (error) return <Problem error={error} retry={reload} />;
  if (!value) return null;
  return (
    <section>
      <FullHeight title={title}>
        <TrajectoryGraph agents={value.agents} />
      </FullHeight>
      <h3>{things}</h3>
      <DataTable
        title={things}
        none={nothing}
        rows={listTouched(value.agents)}
        columns={[
          ...(value.agents.length < 2
            ? []
            : [{ header: STRINGS.trajectory.agent, value: ({ subAgent }: AgentTouchedRow) => subAgent }]),
          { header: columns.type, value: ({ type }) => STRINGS.trajectory.types[type] },
          { header: columns.name, value: ({ name }) => name },
          { header: columns.how, value: ({ how }) => STRINGS.trajectory.uses[how] },
          { header: columns.uses, isNumber: true, value: ({ uses }) => formatNumber(uses) },
          { header: columns.last, value: ({ lastUsedAt }) => formatTime(lastUsedAt) },
          { header: columns.about, value: ({ description }) => description ?? '' },
        ]}
      />
    </section>
  );
}
