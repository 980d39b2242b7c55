/** @import { PageBand, PageBox, PageNode, PageTrajectory, PageView } from '../html/page-data.js' */
import { element, place, svgElement } from './dom.js';

/**
 * Draws a view: the bands and edges as one picture, above it the boxes as buttons. One box at a time can be reached with Tab;
 * from there arrow keys lead along the edges (up, down) and through the boxes in their order (left, right).
 *
 * @param {HTMLElement} stage
 * @param {PageTrajectory} trajectory
 * @param {{ view: PageView, onOpen: (node: number) => void }} drawn
 */
export function drawGraph(stage, { nodes }, { view, onOpen }) {
  const edges = view.edges.map((edge) => ({
    ...edge,
    line: svgElement('path', {
      d: edge.path,
      class: ['edge', edge.type, edge.isActive && 'active', edge.isQuiet && 'quiet']
        .filter(Boolean)
        .join(' '),
      'data-edge': `${edge.from}-${edge.to}`,
    }),
  }));
  /** @type {Map<number, HTMLButtonElement>} */
  const buttons = new Map();
  const sections = view.bands.map((band) =>
    bandSection(band, view.width, (box) => {
      const node = nodes[box.node];
      const button = node ? nodeButton(node, box) : element('button');
      buttons.set(box.node, button);
      button.addEventListener('click', () => onOpen(box.node));
      button.addEventListener('keydown', (event) => move(event, box.node));
      button.addEventListener('focus', () => makeReachable(box.node));
      return button;
    }),
  );
  place(stage, { width: view.width, height: view.height });
  stage.replaceChildren(
    picture(
      view,
      edges.map(({ line }) => line),
    ),
    ...sections,
  );

  const order = [...buttons.keys()];
  let reachable = order[0];
  /** @param {number} node */
  function makeReachable(node) {
    if (reachable !== undefined) buttons.get(reachable)?.setAttribute('tabindex', '-1');
    buttons.get(node)?.setAttribute('tabindex', '0');
    reachable = node;
  }
  if (reachable !== undefined) makeReachable(reachable);

  /** @param {KeyboardEvent} event @param {number} node */
  function move(event, node) {
    const place = order.indexOf(node);
    const next = {
      ArrowDown: edges.find(({ from }) => from === node)?.to,
      ArrowUp: edges.find(({ to }) => to === node)?.from,
      ArrowRight: order[place + 1],
      ArrowLeft: order[place - 1],
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    buttons.get(next)?.focus();
  }

  return {
    buttons,
    /** Marks a node and the edges at it. @param {number | null} selected */
    select(selected) {
      for (const [node, button] of buttons) button.setAttribute('aria-pressed', String(node === selected));
      for (const { from, to, line } of edges) {
        line.classList.toggle('selected', from === selected || to === selected);
      }
    },
  };
}

/** @param {PageView} view @param {Element[]} lines */
function picture({ width, height, bands }, lines) {
  const arrow = (/** @type {string} */ id) =>
    svgElement(
      'marker',
      {
        id,
        viewBox: '0 0 8 8',
        refX: 7,
        refY: 4,
        markerWidth: 8,
        markerHeight: 8,
        markerUnits: 'userSpaceOnUse',
        orient: 'auto',
      },
      svgElement('path', { d: 'M0,0.5L8,4L0,7.5z' }),
    );
  return svgElement(
    'svg',
    { width, height, viewBox: `0 0 ${width} ${height}`, 'aria-hidden': 'true' },
    svgElement('defs', {}, arrow('arrow'), arrow('arrow-active'), arrow('arrow-selected')),
    ...bands.map((band) =>
      svgElement('rect', { class: 'ground', x: 0, y: band.y, width, height: band.height, rx: 10 }),
    ),
    ...lines,
  );
}

/** @param {PageBand} band @param {number} width @param {(box: PageBox) => Node} draw */
function bandSection(band, width, draw) {
  const section = element(
    'section',
    { class: 'band', 'aria-label': `Round ${band.round}` },
    element(
      'h2',
      {},
      element('b', {}, `Round ${band.round}`),
      element('span', { class: 'question', title: band.question }, band.question),
      element('span', { class: 'stats' }, band.stats),
    ),
    ...band.boxes.map(draw),
  );
  place(section, { top: band.y, width, height: band.height });
  return section;
}

/** @param {PageNode} node @param {PageBox} box */
function nodeButton(node, box) {
  const marks = [
    node.isData && 'data',
    box.isActive && 'active',
    box.isPointer && 'pointer',
    node.attributes.success === false && 'failed',
    node.attributes.answersQuestion === true && 'answer',
  ];
  const button = element(
    'button',
    {
      type: 'button',
      class: ['node', `type-${node.type}`, ...marks.filter(Boolean)].join(' '),
      tabindex: '-1',
      'data-node': node.id,
      'aria-pressed': 'false',
      title: [node.attributes.queueStep, node.shortName].filter(Boolean).join('\n'),
    },
    element(
      'span',
      { class: 'kind' },
      element('b', {}, node.type),
      element('i', {}, String(node.attributes.queueStep ?? node.label)),
    ),
    element('span', { class: 'name' }, node.shortName),
  );
  place(button, { left: box.x, top: box.y, width: box.width, height: box.height });
  return button;
}
