import type { TrajectoryNode } from '../../../trajectory/graph/trajectory-node.js';
import type { ShownAgent } from '../../../trajectory/render/to-html.js';
import type { DrawnAgent } from './drawn-agent.js';
import { STRINGS } from '../strings.js';
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
      {STRINGS.trajectory.agent}
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
  const { view: title, views } = STRINGS.trajectory;
  const choices = [
    { name: views.pruned, view: agent.pruned, isOfFull: false },
    { name: views.full, view: agent.full, isOfFull: true },
  ];
  return (
    <div className="switch" role="radiogroup" aria-label={title}>
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
  const words = STRINGS.trajectory.zoom;
  return (
    <div className="zoom" role="group" aria-label={words.title}>
      <button type="button" aria-label={words.out} title={`${words.out} (-)`} onClick={zoomOut}>
        −
      </button>
      <output>{Math.round(scale * 100)} %</output>
      <button type="button" aria-label={words.in} title={`${words.in} (+)`} onClick={zoomIn}>
        +
      </button>
      <button type="button" title={words.fitHelp} onClick={fit}>
        {words.fit}
      </button>
      <button type="button" title={words.latestHelp} onClick={goToPointer}>
        {words.latest}
      </button>
    </div>
  );
}

export function Legend({ nodes }: { nodes: readonly TrajectoryNode[] }) {
  const { legend: words, types: names } = STRINGS.trajectory;
  const types = [...new Set(nodes.map(({ type }) => type))];
  return (
    <div className="legend" role="group" aria-label={words.title}>
      {types.map((type) => (
        <span key={type} style={chooseTone(type)}>
          {names[type]}
          <b>{nodes.filter((node) => node.type === type).length}</b>
        </span>
      ))}
      {nodes.some(({ attributes }) => attributes['answersQuestion'] === true) ? (
        <span className="answer">{words.answer}</span>
      ) : null}
      <span className="way">{words.active}</span>
      <span className="end">{words.end}</span>
      <span className="bridge">{words.next}</span>
    </div>
  );
}
