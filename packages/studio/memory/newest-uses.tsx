import { RelativeTime } from '../parts/relative-time.js';

export function NewestUses({
  title,
  newest,
  href,
}: {
  title: string;
  newest: readonly { executionId: string; at: string }[];
  href: (executionId: string) => string;
}) {
  return (
    <span className="uses inline-flex flex-wrap gap-x-2">
      {title}
      {newest.map(({ executionId, at }) => (
        <a key={executionId} className="tap" href={href(executionId)}>
          <RelativeTime at={at} />
        </a>
      ))}
    </span>
  );
}
