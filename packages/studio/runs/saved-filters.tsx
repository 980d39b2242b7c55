import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../parts/button.js';
import { joinFacts } from '../parts/format.js';
import type { RunFilters } from '../route.js';
import { STRINGS } from '../strings.js';

const KEPT = 'threadline-run-filters';
const MAX_KEPT = 20;

export function SavedFilters({
  filters,
  onChoose,
}: {
  filters: RunFilters;
  onChoose: (filters: RunFilters) => void;
}) {
  const [saved, setSaved] = useState(readSaved);
  const keep = (next: readonly RunFilters[]): void => {
    localStorage.setItem(KEPT, JSON.stringify(next.slice(0, MAX_KEPT)));
    setSaved(next.slice(0, MAX_KEPT));
  };
  const words = STRINGS.runs.saved;
  const name = nameFilters(filters);
  const isNew = name !== '' && saved.every((one) => nameFilters(one) !== name);
  if (saved.length === 0 && !isNew) return null;
  return (
    <div className="mb-3 flex flex-wrap items-center gap-1.5" role="group" aria-label={words.title}>
      {saved.map((one) => {
        const label = nameFilters(one);
        return (
          <span key={label} className="inline-flex items-center rounded-md border border-line">
            <Button
              kind="quiet"
              size="small"
              className="max-w-64"
              aria-pressed={label === name}
              onClick={() => onChoose(one)}
            >
              <bdi className="truncate">{label}</bdi>
            </Button>
            <IconButton
              label={words.remove(label)}
              onClick={() => keep(saved.filter((other) => nameFilters(other) !== label))}
            >
              <X size={12} />
            </IconButton>
          </span>
        );
      })}
      {isNew ? (
        <Button kind="quiet" size="small" onClick={() => keep([filters, ...saved])}>
          <Bookmark size={14} aria-hidden="true" /> {words.save}
        </Button>
      ) : null}
      {name === '' ? null : (
        <Button kind="quiet" size="small" onClick={() => onChoose({})}>
          {words.clear}
        </Button>
      )}
    </div>
  );
}

function nameFilters({ text, flow, status, user, everybody, since, until, minCost }: RunFilters): string {
  const words = STRINGS.runs;
  return joinFacts([
    text ? `“${text}”` : null,
    flow ?? null,
    status ?? null,
    user ?? null,
    everybody ? STRINGS.health.everybody : null,
    since ? `${words.since} ${since}` : null,
    until ? `${words.until} ${until}` : null,
    minCost ? `≥ $${minCost}` : null,
  ]);
}

function readSaved(): readonly RunFilters[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? '[]');
    return Array.isArray(kept) ? (kept as readonly RunFilters[]) : [];
  } catch {
    return [];
  }
}
