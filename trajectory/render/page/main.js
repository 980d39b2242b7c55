import { showDetails } from './details.js';
import { byId, element } from './dom.js';
import { drawGraph } from './graph.js';
import { createSearch } from './search.js';
import { createViewport } from './viewport.js';

/** @import { PageData, PageTrajectory, PageView } from '../html/page-data.js' */

const ZOOM_STEP = 1.25;

/** @type {PageData} */
const data = JSON.parse(byId('data', HTMLScriptElement).textContent ?? '');
const details = byId('details', HTMLElement);
const chooser = byId('trajectory', HTMLSelectElement);
const query = byId('query', HTMLInputElement);
const scaleShown = byId('scale', HTMLOutputElement);

/** @type {PageTrajectory} */
let trajectory = data.trajectories[0] ?? { name: '', nodes: [], pruned: emptyView(), full: emptyView() };
/** @type {PageView} */
let view = trajectory.pruned;
/** @type {ReturnType<typeof drawGraph> | undefined} */
let graph;
/** @type {number | null} */
let selected = null;
let lastPointer = -1;

const viewport = createViewport({
  viewport: byId('viewport', HTMLElement),
  sheet: byId('sheet', HTMLElement),
  stage: byId('stage', HTMLElement),
  onScale: (scale) => (scaleShown.value = `${Math.round(scale * 100)} %`),
});
const search = createSearch(
  { input: query, output: byId('hits', HTMLOutputElement) },
  { onHits: markHits, onHit: goTo },
);

/** @returns {PageView} */
function emptyView() {
  return { width: 1, height: 1, bands: [], edges: [] };
}

function show() {
  const kept = selected;
  graph = drawGraph(byId('stage', HTMLElement), trajectory, { view, onOpen: open });
  viewport.open(view);
  search.open(trajectory, view);
  showCounts();
  lastPointer = -1;
  if (kept !== null && graph.buttons.has(kept)) goTo(kept);
  else close();
}

function showCounts() {
  byId('pruned-count', HTMLElement).textContent = String(countBoxes(trajectory.pruned));
  byId('full-count', HTMLElement).textContent = String(countBoxes(trajectory.full));
  const nodes = view.bands.flatMap(({ boxes }) => boxes.flatMap(({ node }) => trajectory.nodes[node] ?? []));
  const shown = nodes.map(({ type }) => type);
  const hasAnswer = nodes.some(({ attributes }) => attributes.answersQuestion === true);
  const types = [...new Set(shown)].map((type) =>
    element(
      'span',
      { class: `type-${type}` },
      type,
      element('b', {}, String(shown.filter((other) => other === type).length)),
    ),
  );
  byId('legend', HTMLElement).replaceChildren(
    ...types,
    ...(hasAnswer ? [element('span', { class: 'answer' }, 'answer')] : []),
    element('span', { class: 'way' }, 'active branch'),
    element('span', { class: 'end' }, 'its end'),
    element('span', { class: 'bridge' }, 'next round'),
  );
}

/** @param {PageView} counted */
function countBoxes({ bands }) {
  return bands.reduce((sum, { boxes }) => sum + boxes.length, 0);
}

/** @param {number} node */
function open(node) {
  selected = node;
  graph?.select(node);
  showDetails(details, { trajectory, view, index: node }, { onGo: goTo, onClose: close });
}

function close() {
  const before = selected;
  selected = null;
  graph?.select(null);
  details.hidden = true;
  if (before !== null && details.contains(document.activeElement)) graph?.buttons.get(before)?.focus();
}

/** @param {number} node */
function goTo(node) {
  const button = graph?.buttons.get(node);
  if (!button) return;
  open(node);
  viewport.reveal(button);
}

function goToPointer() {
  const pointers = view.bands.flatMap(({ boxes }) => boxes.filter(({ isPointer }) => isPointer));
  lastPointer = (lastPointer + 1) % Math.max(1, pointers.length);
  const pointer = pointers[lastPointer];
  if (pointer) goTo(pointer.node);
}

/** @param {number[]} hits */
function markHits(hits) {
  const found = new Set(hits);
  for (const [node, button] of graph?.buttons ?? []) button.classList.toggle('hit', found.has(node));
}

/** @type {Record<string, () => void>} */
const KEYS = {
  '+': () => viewport.zoom(ZOOM_STEP),
  '=': () => viewport.zoom(ZOOM_STEP),
  '-': () => viewport.zoom(1 / ZOOM_STEP),
  0: () => viewport.fit(),
  e: goToPointer,
  '/': () => query.focus(),
  Escape: close,
};

document.addEventListener('keydown', (event) => {
  const action = KEYS[event.key];
  const isTyping = event.target === query || event.target === chooser;
  if (!action || event.ctrlKey || event.metaKey || event.altKey || (isTyping && event.key !== 'Escape'))
    return;
  event.preventDefault();
  action();
});
for (const [id, key] of [
  ['zoom-in', '+'],
  ['zoom-out', '-'],
  ['fit', '0'],
  ['latest', 'e'],
]) {
  byId(id ?? '', HTMLButtonElement).addEventListener('click', () => KEYS[key ?? '']?.());
}

query.addEventListener('input', search.update);
query.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !event.shiftKey) return;
  event.preventDefault();
  search.go(-1);
});
byId('search', HTMLFormElement).addEventListener('submit', (event) => {
  event.preventDefault();
  search.go(1);
});
byId('previous', HTMLButtonElement).addEventListener('click', () => search.go(-1));

for (const radio of document.querySelectorAll('input[name=view]')) {
  radio.addEventListener('change', () => {
    view = radio instanceof HTMLInputElement && radio.value === 'full' ? trajectory.full : trajectory.pruned;
    show();
  });
}
chooser.append(
  ...data.trajectories.map(({ name }, index) => element('option', { value: String(index) }, name)),
);
byId('chooser', HTMLElement).hidden = data.trajectories.length < 2;
chooser.addEventListener('change', () => {
  const isFull = view === trajectory.full;
  trajectory = data.trajectories[Number(chooser.value)] ?? trajectory;
  view = isFull ? trajectory.full : trajectory.pruned;
  selected = null;
  show();
});

byId('title', HTMLElement).textContent = document.title;
show();
