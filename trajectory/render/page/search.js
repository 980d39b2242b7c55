import { searchText } from './text.js';

/** @import { PageNode, PageTrajectory, PageView } from '../html/page-data.js' */

/**
 * Finds nodes of the view by any part of what they say, and goes through them.
 *
 * @param {{ input: HTMLInputElement, output: HTMLOutputElement }} fields
 * @param {{ onHits: (hits: number[]) => void, onHit: (node: number) => void }} actions
 */
export function createSearch({ input, output }, { onHits, onHit }) {
  /** @type {string[]} */
  let texts = [];
  /** @type {number[]} */
  let order = [];
  /** @type {number[]} */
  let hits = [];
  let current = -1;

  function update() {
    const wanted = input.value.trim().toLowerCase();
    hits = wanted ? order.filter((node) => texts[node]?.includes(wanted)) : [];
    current = -1;
    const elsewhere = wanted ? texts.filter((text) => text.includes(wanted)).length - hits.length : 0;
    tell(elsewhere);
    onHits(hits);
  }

  /** @param {number} elsewhere */
  function tell(elsewhere = 0) {
    if (!input.value.trim()) output.value = '';
    else if (hits.length === 0) output.value = elsewhere > 0 ? `0, ${elsewhere} in full view` : 'none';
    else output.value = current < 0 ? `${hits.length} found` : `${current + 1} of ${hits.length}`;
  }

  return {
    update,
    /** Looks in another view from now on. @param {PageTrajectory} trajectory @param {PageView} view */
    open(trajectory, view) {
      texts = trajectory.nodes.map(searchText);
      order = view.bands.flatMap(({ boxes }) => boxes.map(({ node }) => node));
      update();
    },
    /** @param {1 | -1} step */
    go(step) {
      if (hits.length === 0) return;
      const start = current < 0 && step < 0 ? 0 : current;
      current = (start + step + hits.length) % hits.length;
      const hit = hits[current];
      if (hit === undefined) return;
      tell();
      onHit(hit);
    },
  };
}
