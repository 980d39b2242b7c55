import { STRINGS } from '../strings.js';
import type { Version } from './versions.js';

/** Which of several turns in one place is shown, and arrows to those before and after it. */
export function VersionArrows({
  versions,
  turnId,
  onGo,
}: {
  versions: readonly Version[];
  turnId: string;
  onGo: (branch: number) => void;
}) {
  const at = versions.findIndex((version) => version.turnId === turnId);
  if (at < 0) return null;
  const { before, after, place } = STRINGS.chat.versions;
  const arrow = (label: string, sign: string, to: Version | undefined) => (
    <button
      type="button"
      aria-label={label}
      disabled={to === undefined}
      onClick={() => to && onGo(to.branch)}
    >
      {sign}
    </button>
  );
  return (
    <span className="versions">
      {arrow(before, '‹', versions[at - 1])} {place(at + 1, versions.length)}{' '}
      {arrow(after, '›', versions[at + 1])}
    </span>
  );
}
