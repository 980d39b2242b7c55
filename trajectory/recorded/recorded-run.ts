import type { EdgeType } from '../graph/edge-types.js';
import type { NodeType } from '../graph/node-types.js';
import type { Attributes } from '../graph/trajectory-node.js';
import type { Touched } from '../touched/touched-thing.js';
import type { NodeChange, TrajectoryWrite } from '../writes/trajectory-write.js';
import type { NodePlace } from '../graph/node-place.js';

export interface RecordedStep {
  step: number;
  calls: number;
  /** Without text, a step has no State. */
  isSilent?: boolean;
  sent?: { withQuestion: boolean; things: readonly Touched[] };
}

export interface RecordedCall extends NodePlace {
  /** Null for the work of a node itself. */
  tool: string | null;
  touched: readonly Touched[];
  writes?: readonly TrajectoryWrite[];
  /** Includes a call whose sub-executions all failed. */
  failed?: boolean | null;
  refused?: boolean | null;
}

export interface RecordedRun {
  /** The question's step, before the run's own. */
  base: number;
  head?: { recordedThrough: number; pointers: readonly NodePlace[]; last?: RecordedStep };
  /** Attached files, and things sent with unanswered calls. */
  given?: readonly Touched[];
  steps: readonly RecordedStep[];
  calls: readonly RecordedCall[];
  data: readonly (NodePlace & Pick<Touched, 'type' | 'name' | 'attributes'>)[];
  added?: readonly NodePlace[];
}

export interface GrownNode extends NodePlace {
  type: NodeType;
  name?: string;
  label?: string;
  description?: string;
  attributes?: Attributes;
  /** Absent if the trace has the time. */
  createdAt?: string;
}

export interface GrownEdge {
  from: NodePlace;
  to: NodePlace;
  type: EdgeType;
}

export interface GrownChanges extends NodePlace {
  changes: readonly NodeChange[];
}

export interface RunGrowth {
  nodes: readonly GrownNode[];
  edges: readonly GrownEdge[];
  changes: readonly GrownChanges[];
  recordedThrough: number;
  pointers: readonly NodePlace[];
}
