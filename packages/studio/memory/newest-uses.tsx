import { formatMoment } from '../parts/format.js';
import { STRINGS } from '../strings.js';

interface Use {
  executionId: string;
  at: string;
}

export function NewestUses<Newest extends Use>({
  calls,
  of,
  newest,
  href,
}: {
  calls: number;
  of: number;
  newest: readonly Newest[];
  href: (use: Newest) => string;
}) {
  const words = STRINGS.memory;
  return (
    <span className="uses inline-flex flex-wrap gap-x-2">
      {calls === 0 ? words.notSent(of) : words.sent(calls, of)}
      {newest.map((use) => (
        <a key={use.executionId} className="tap" href={href(use)}>
          {formatMoment(use.at)}
        </a>
      ))}
    </span>
  );
}
