import type { SegmentName } from '../../context/sent/explained.js';
import type { Segment } from '../../context/explain/explanation.js';
import { formatCount, wrapWords, type ExplanationView } from './format-explanation-text.js';
import type { Style } from '../format/style.js';

interface Look {
  letter: string;
  block: string;
  color: keyof Style;
}

const LOOKS: Readonly<Record<SegmentName, Look>> = {
  system: { letter: 'S', block: '█', color: 'red' },
  tools: { letter: 'T', block: '▒', color: 'red' },
  standing: { letter: 'A', block: '▓', color: 'yellow' },
  summary: { letter: 'U', block: '█', color: 'yellow' },
  found: { letter: 'F', block: '▒', color: 'green' },
  history: { letter: 'H', block: '█', color: 'green' },
  'current message': { letter: 'M', block: '█', color: 'cyan' },
  'own steps': { letter: 'O', block: '▒', color: 'cyan' },
  notes: { letter: 'N', block: '▒', color: 'yellow' },
  reserve: { letter: 'R', block: '░', color: 'dim' },
  free: { letter: '·', block: '·', color: 'dim' },
};

export function formatWindowBar(segments: readonly Segment[], view: ExplanationView): string {
  if (segments.length === 0) return '';
  const cells = shareCells(
    segments.map(({ tokens }) => tokens),
    view.width,
  );
  const bar = segments.map(({ name }, at) => draw(name, cells[at] ?? 0, view)).join('');
  const legend = segments
    .filter(({ tokens }) => tokens !== 0)
    .map(({ name, tokens }) => {
      const words = ` ${name} ${formatCount(tokens)}`;
      return { text: draw(name, 1, view) + words, width: 1 + words.length };
    });
  return `${bar}\n${wrapWords(legend, view.width)}`;
}

/** Rounded by the largest remainder. A negative weight counts as 0. */
export function shareCells(weights: readonly number[], cells: number): number[] {
  const positive = weights.map((weight) => Math.max(0, weight));
  const total = positive.reduce((sum, weight) => sum + weight, 0);
  if (total === 0) return positive;
  const exact = positive.map((weight) => (weight * cells) / total);
  const shares = exact.map(Math.floor);
  const rest = cells - shares.reduce((sum, share) => sum + share, 0);
  exact
    .map((share, at) => ({ at, remainder: share - Math.floor(share) }))
    .sort((one, other) => other.remainder - one.remainder)
    .slice(0, rest)
    .forEach(({ at }) => (shares[at] = (shares[at] ?? 0) + 1));
  return shares;
}

function draw(name: SegmentName, cells: number, { style, isColored }: ExplanationView): string {
  const { letter, block, color } = LOOKS[name];
  return isColored ? style[color](block.repeat(cells)) : letter.repeat(cells);
}
