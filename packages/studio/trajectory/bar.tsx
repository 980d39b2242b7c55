import type { TrajectoryNode } from '../../../trajectory/graph/trajectory-node.js';
import type { ShownAgent } from '../../../trajectory/render/to-html.js';
import type { DrawnAgent } from './drawn-agent.js';
import { chooseTone } from './choose-tone.js';
import type { Stage } from './use-stage.js';

export function Chooser({
  agents,
  index,
  onChoose,
}: {
  agents: readonly ShownAgent[];
  index: number;
  onChoose: (index: number) => void;
}) {
  if (agents.length < 2) return null;
  return (
    <label className="chooser">
      Agent
      <select value={index} onChange={({ target }) => onChoose(Number(target.value))}>
        {agents.map(({ subAgent }, place) => (
          <option key={subAgent} value={place}>
            {subAgent}
          </option>
        ))}
      </select>
    </label>
  );
}

export function ViewSwitch({
  agent,
  isFull,
  onChange,
}: {
  agent: DrawnAgent;
  isFull: boolean;
  onChange: (isFull: boolean) => void;
}) {
  const choices = [
    { name: 'Pruned', view: agent.pruned, isOfFull: false },
    { name: 'Full', view: agent.full, isOfFull: true },
  ];
  return (
    <div className="switch" role="radiogroup" aria-label="View">
      {choices.map(({ name, view, isOfFull }) => (
        <label key={name}>
          <input
            type="radio"
            name="trajectory-view"
            checked={isFull === isOfFull}
            onChange={() => onChange(isOfFull)}
          />
          <span>
            {name} <b>{view.nodes.length}</b>
          </span>
        </label>
      ))}
    </div>
  );
}

export function Zoom({ stage: { scale, zoomIn, zoomOut, fit, goToPointer } }: { stage: Stage }) {
  return (
    <div className="zoom" role="group" aria-label="Zoom">
      <button type="button" aria-label="Zoom out" title="Zoom out (-)" onClick={zoomOut}>
        −
      </button>
      <output>{Math.round(scale * 100)} %</output>
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={zoomIn}>
        +
      </button>
      <button type="button" title="Fit to width (0)" onClick={fit}>
        Fit width
      </button>
      <button type="button" title="Go to an end of the active branch (E)" onClick={goToPointer}>
        Latest
      </button>
    </div>
  );
}

export function Legend({ nodes }: { nodes: readonly TrajectoryNode[] }) {
  const types = [...new Set(nodes.map(({ type }) => type))];
  return (
    <div className="legend" role="group" aria-label="Legend">
      {types.map((type) => (
        <span key={type} style={chooseTone(type)}>
          {type}
          <b>{nodes.filter((node) => node.type === type).length}</b>
        </span>
      ))}
      {nodes.some(({ attributes }) => attributes['answersQuestion'] === true) ? (
        <span className="answer">answer</span>
      ) : null}
      <span className="way">active branch</span>
      <span className="end">its end</span>
      <span className="bridge">next round</span>
    </div>
  );
}
