import { formatMs } from '../parts/format.js';

const TICKS = 4;

export function WaterfallAxis({ startMs, endMs, zoom }: { startMs: number; endMs: number; zoom: number }) {
  const count = TICKS * zoom;
  return (
    <div className="waterfall-axis" aria-hidden="true">
      <span className="waterfall-corner" />
      <div className="waterfall-ticks">
        {Array.from({ length: count }, (_, at) => (
          <span key={at}>{formatMs(((endMs - startMs) * at) / count)}</span>
        ))}
      </div>
    </div>
  );
}
