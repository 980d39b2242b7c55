import type { Explanation } from '../../../context/explain/explanation.js';
import { formatNumber } from '../parts/format.js';
import { STRINGS } from '../strings.js';

type Segment = Explanation['segments'][number];

export function WindowBar({ segments, label }: { segments: readonly Segment[]; label: string }) {
  const used = segments.filter(({ tokens }) => tokens > 0);
  return (
    <figure className="window-bar">
      <figcaption>{label}</figcaption>
      <div className="segments" aria-hidden="true">
        {used.map(({ name, tokens }) => (
          <span
            key={name}
            data-segment={name}
            style={{ flexGrow: tokens }}
            title={`${STRINGS.codes.segment(name)}: ${formatNumber(tokens)}`}
          />
        ))}
      </div>
      <ul>
        {used.map(({ name, tokens }) => (
          <li key={name}>
            <span data-segment={name} className="key" aria-hidden="true" /> {STRINGS.codes.segment(name)}{' '}
            {formatNumber(tokens)}
          </li>
        ))}
      </ul>
    </figure>
  );
}
