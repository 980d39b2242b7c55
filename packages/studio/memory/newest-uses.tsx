import { RelativeTime } from '../parts/relative-time.js';

/** Links to the newest executions that sent or read a text. */
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
