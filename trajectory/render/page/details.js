/** @import { PageNode, PageTrajectory, PageView } from '../html/page-data.js' */
import { element } from './dom.js';
import { listChanges, toReadable, toTitle } from './text.js';

/** Longer values, and those with several lines, get a scrolling box. */
const LONGEST_INLINE = 60;

/**
 * Fills the panel with all that is known of a node.
 *
 * @param {HTMLElement} panel
 * @param {{ trajectory: PageTrajectory, view: PageView, index: number }} shown
 * @param {{ onGo: (node: number) => void, onClose: () => void }} actions
 */
export function showDetails(panel, { trajectory, view, index }, { onGo, onClose }) {
  const node = trajectory.nodes[index];
  if (!node) return;
  const close = element(
    'button',
    { type: 'button', class: 'close', 'aria-label': 'Close details', title: 'Close (Escape)' },
    '×',
  );
  close.addEventListener('click', onClose);
  const go = (/** @type {number[]} */ ends) =>
    ends.map((end) => nodeLink(trajectory.nodes[end], () => onGo(end)));
  const before = go(view.edges.filter(({ to }) => to === index).map(({ from }) => from));
  const after = go(view.edges.filter(({ from }) => from === index).map(({ to }) => to));
  panel.replaceChildren(
    element(
      'header',
      { class: `type-${node.type}` },
      element('span', { class: 'kind' }, element('b', {}, node.type), element('i', {}, node.id)),
      element('h2', {}, node.shortName),
      close,
    ),
    ...(node.description ? [element('p', { class: 'description' }, node.description)] : []),
    ...section(
      'Attributes',
      Object.entries(node.attributes).map(([name, value]) => entry(toTitle(name), value)),
    ),
    ...section('Comes from', before),
    ...section('Leads to', after),
    ...section('Changes', listChanges(node).map(changeEntry)),
    ...section('Origin', originEntries(node)),
  );
  panel.scrollTop = 0;
  panel.hidden = false;
}

/** @param {string} title @param {HTMLElement[]} entries */
function section(title, entries) {
  return entries.length > 0 ? [element('section', {}, element('h3', {}, title), ...entries)] : [];
}

/** @param {string} name @param {unknown} value */
function entry(name, value) {
  const text = toReadable(value);
  const isShort = text.length <= LONGEST_INLINE && !text.includes('\n');
  if (isShort)
    return element('div', { class: 'entry' }, element('span', {}, name), element('code', {}, text));
  // A box that scrolls must be reached by the keys that scroll it.
  return element(
    'div',
    { class: 'entry long' },
    element('span', {}, name),
    element('pre', { tabindex: '0', 'aria-label': name }, text),
  );
}

/** @param {ReturnType<typeof listChanges>[number]} change */
function changeEntry({ version, reason, attributes }) {
  return element(
    'div',
    { class: 'change' },
    element('h4', {}, reason === '' ? `Change ${version}` : `Change ${version}: ${reason}`),
    ...attributes.map(({ name, before, after }) =>
      element(
        'div',
        { class: 'entry long' },
        element('span', {}, toTitle(name)),
        element(
          'pre',
          { class: 'before', tabindex: '0', 'aria-label': `${name} before` },
          toReadable(before),
        ),
        element('pre', { class: 'after', tabindex: '0', 'aria-label': `${name} after` }, toReadable(after)),
      ),
    ),
  );
}

/** @param {PageNode} node */
function originEntries({ owner, createdAt }) {
  return [
    entry('created', createdAt.replace('T', ' ').replace(/Z$/, ' UTC')),
    entry('round', owner.round),
    entry('agent', owner.subAgent),
    entry('session', owner.session),
    entry('user', owner.user),
  ];
}

/** @param {PageNode | undefined} node @param {() => void} onGo */
function nodeLink(node, onGo) {
  const link = element(
    'button',
    { type: 'button', class: `link type-${node?.type}` },
    element('b', {}, node?.type ?? ''),
    ` ${node?.shortName ?? ''}`,
  );
  link.addEventListener('click', onGo);
  return link;
}
