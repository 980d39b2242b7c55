import type { TurnPart } from '../../../views/health.js';
import type { Wire } from '../api/request.js';
import { formatNumber, formatTime } from '../parts/format.js';
import { STRINGS } from '../strings.js';

const STATUSES = ['completed', 'running', 'cancelled', 'failed'] as const;
const HEIGHT = 100;
const BAR = 10;
const GAP = 2;

export function TurnChart({ parts }: { parts: readonly Wire<TurnPart>[] }) {
  const { chart, part: partWords, statuses } = STRINGS.health;
  const most = Math.max(1, ...parts.map(addUp));
  return (
    <figure className="chart">
      <svg
        role="img"
        aria-label={chart(formatNumber(most))}
        viewBox={`0 0 ${parts.length * BAR - GAP} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        {parts.map((part, index) => (
          <g key={part.at}>
            <title>
              {partWords(
                formatTime(part.at),
                STATUSES.map((status) => `${formatNumber(part[status])} ${statuses[status]}`).join(', '),
              )}
            </title>
            <rect className="empty" x={index * BAR} y={0} width={BAR - GAP} height={HEIGHT} />
            {stack(part, most).map(({ status, y, height }) => (
              <rect
                key={status}
                data-status={status}
                x={index * BAR}
                y={y}
                width={BAR - GAP}
                height={height}
              />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className="text-xs">
        <p className="flex justify-between">
          <span>{formatTime(parts[0]?.at ?? null)}</span>
          <span>{formatTime(parts.at(-1)?.at ?? null)}</span>
        </p>
        {chart(formatNumber(most))}
      </figcaption>
    </figure>
  );
}

function stack(part: Wire<TurnPart>, most: number) {
  let y = HEIGHT;
  return STATUSES.filter((status) => part[status] > 0).map((status) => {
    const height = (part[status] / most) * HEIGHT;
    y -= height;
    return { status, y, height };
  });
}

function addUp(part: Wire<TurnPart>): number {
  return STATUSES.reduce((sum, status) => sum + part[status], 0);
}
