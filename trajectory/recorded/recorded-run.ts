import type { EdgeType } from '../graph/edge-types.js';
import type { DataType, NodeType } from '../graph/node-types.js';
import type { Attributes } from '../graph/trajectory-node.js';
import type { Touched } from '../touched/touched-thing.js';
import type { NodeChange, TrajectoryWrite } from '../writes/trajectory-write.js';
import type { NodePlace } from './node-place.js';

/** One step of an agent. */
export interface RecordedStep {
  step: number;
  /** Tool calls that it asks for. */
  calls: number;
  /** The model said nothing beside its calls, so the step has no State: its calls follow from the step before. */
  isSilent?: boolean;
}

/** One tool call, the things it touched and what it wrote into the trajectory itself. */
export interface RecordedCall extends NodePlace {
  /** Its tool; null: a node's own work. */
  tool: string | null;
  touched: readonly Touched[];
  writes?: readonly TrajectoryWrite[];
  /** Its result is an error, or all sub-executions that it started failed. */
  failed?: boolean | null;
  /** A person did not let it run. */
  refused?: boolean | null;
}

/** A run of an agent as far as it is recorded. */
export interface RecordedRun {
  /** The step number of the run's question; its own steps come after it. */
  base: number;
  /** Absent: nothing is recorded yet. `last`: the last step that is recorded; absent: there is only the question. */
  head?: { recordedThrough: number; pointers: readonly NodePlace[]; last?: RecordedStep };
  /** Steps after that, oldest first. */
  steps: readonly RecordedStep[];
  /** Calls of the last recorded step and of those after it. */
  calls: readonly RecordedCall[];
  /** Things that calls of the run touched, as far as they are recorded. */
  data: readonly (NodePlace & { type: DataType; name: string })[];
  /** Places of nodes that calls of the last recorded step added, as far as they are recorded. */
  added?: readonly NodePlace[];
}

export interface GrownNode extends NodePlace {
  type: NodeType;
  name?: string;
  /** Chosen by whoever added it. */
  label?: string;
  description?: string;
  attributes?: Attributes;
  /** When it was added; absent: the trace tells. */
  createdAt?: string;
}

export interface GrownEdge {
  from: NodePlace;
  to: NodePlace;
  type: EdgeType;
}

/** The changes of one node, oldest first. */
export interface GrownChanges extends NodePlace {
  changes: readonly NodeChange[];
}

/** The nodes, edges and changes that a run's graph gains, and where it then ends. */
export interface RunGrowth {
  nodes: readonly GrownNode[];
  edges: readonly GrownEdge[];
  changes: readonly GrownChanges[];
  recordedThrough: number;
  pointers: readonly NodePlace[];
}
