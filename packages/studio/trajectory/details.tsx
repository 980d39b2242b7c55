import type { ReactNode } from 'react';
import type { JsonValue } from '../../../trajectory/graph/trajectory-node.js';
import type { TrajectoryView } from '../../../trajectory/graph/trajectory-view.js';
import type { DrawnAgent, NamedNode } from './drawn-agent.js';
import { STRINGS } from '../strings.js';
import { listAttributes, listChanges, toReadable, toTitle, type NodeChange } from './node-text.js';
import { chooseTone } from './choose-tone.js';

const { types: TYPES, details: TEXT } = STRINGS.trajectory;

const LONGEST_INLINE = 60;

export function Details({
  node,
  agent,
  view,
  onGo,
  onClose,
}: {
  node: NamedNode;
  agent: DrawnAgent;
  view: TrajectoryView;
  onGo: (id: string) => void;
  onClose: () => void;
}) {
  const { id, type, shortName, description, owner, createdAt } = node;
  const links = (ids: readonly string[]) =>
    ids.flatMap((end) => {
      const neighbor = agent.nodes.get(end);
      return neighbor === undefined ? [] : [<NodeLink key={end} node={neighbor} onGo={onGo} />];
    });
  return (
    <section className="details" aria-label={TEXT.title}>
      <header style={chooseTone(type)}>
        <span className="kind">
          <b>{TYPES[type]}</b>
          <i>{id}</i>
        </span>
        <h4>{shortName}</h4>
        <button type="button" aria-label={TEXT.close} title={TEXT.closeHelp} onClick={onClose}>
          ×
        </button>
      </header>
      {!description ? null : <p className="description">{description}</p>}
      <Part title={TEXT.attributes}>
        {listAttributes(node).map(([name, value]) => (
          <Entry key={name} name={toTitle(name)} value={value} />
        ))}
      </Part>
      <Part title={TEXT.from}>{links(view.edges.filter(({ to }) => to === id).map(({ from }) => from))}</Part>
      <Part title={TEXT.to}>{links(view.edges.filter(({ from }) => from === id).map(({ to }) => to))}</Part>
      <Part title={TEXT.changes}>
        {listChanges(node).map((change) => (
          <Change key={change.version} change={change} />
        ))}
      </Part>
      <Part title={TEXT.origin}>
        <Entry name={TEXT.created} value={createdAt.replace('T', ' ').replace(/Z$/, ' UTC')} />
        <Entry name={TEXT.round} value={owner.round} />
        <Entry name={TEXT.agent} value={owner.subAgent} />
        <Entry name={TEXT.session} value={owner.session} />
        <Entry name={TEXT.user} value={owner.user} />
      </Part>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  if (Array.isArray(children) && children.length === 0) return null;
  return (
    <section>
      <h5>{title}</h5>
      {children}
    </section>
  );
}

function Entry({ name, value }: { name: string; value: JsonValue }) {
  const text = toReadable(value);
  const isLong = text.length > LONGEST_INLINE || text.includes('\n');
  return (
    <div className={isLong ? 'entry long' : 'entry'}>
      <span>{name}</span>
      {isLong ? <Scrolled label={name} text={text} /> : <code>{text}</code>}
    </div>
  );
}

/** Focusable, so that keys scroll it. */
function Scrolled({ label, text, className }: { label: string; text: string; className?: string }) {
  return (
    <pre className={className} tabIndex={0} aria-label={label}>
      {text}
    </pre>
  );
}

function Change({ change: { version, reason, attributes } }: { change: NodeChange }) {
  return (
    <div className="change">
      <h6>
        {TEXT.change(version)}
        {reason === '' ? '' : `: ${reason}`}
      </h6>
      {attributes.map(({ name, before, after }) => (
        <div className="entry long" key={name}>
          <span>{toTitle(name)}</span>
          <Scrolled className="before" label={TEXT.before(toTitle(name))} text={toReadable(before)} />
          <Scrolled className="after" label={TEXT.after(toTitle(name))} text={toReadable(after)} />
        </div>
      ))}
    </div>
  );
}

function NodeLink({ node: { id, type, shortName }, onGo }: { node: NamedNode; onGo: (id: string) => void }) {
  return (
    <button type="button" className="link" style={chooseTone(type)} onClick={() => onGo(id)}>
      <b>{TYPES[type]}</b> {shortName}
    </button>
  );
}
