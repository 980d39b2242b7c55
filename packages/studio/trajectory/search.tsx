import { useMemo, useState } from 'react';
import type { DrawnAgent } from './drawn-agent.js';
import { STRINGS } from '../strings.js';
import { listBoxes } from './graph.js';
import type { ViewLayout } from './layout/layout-view.js';

const TEXT = STRINGS.trajectory.search;

interface SearchState {
  query: string;
  hits: ReadonlySet<string>;
  count: string;
  onChange: (query: string) => void;
  go: (step: 1 | -1) => void;
}

export function useSearch({
  agent,
  layout,
  onHit,
}: {
  agent: DrawnAgent;
  layout: ViewLayout;
  onHit: (id: string) => void;
}): SearchState {
  const [{ query, layout: searched, current }, setState] = useState({ query: '', layout, current: -1 });
  const found = useMemo(() => {
    const wanted = query.trim().toLowerCase();
    if (wanted === '') return undefined;
    const all = [...agent.nodes.values()].filter(({ searchText }) => searchText.includes(wanted));
    const ids = new Set(all.map(({ id }) => id));
    const hits = listBoxes(layout).filter((id) => ids.has(id));
    return { hits, elsewhere: all.length - hits.length };
  }, [query, agent, layout]);
  const { hits = [], elsewhere = 0 } = found ?? {};
  const place = searched === layout ? current : -1;
  return {
    query,
    hits: useMemo(() => new Set(found?.hits), [found]),
    count: found === undefined ? '' : countHits({ hits: hits.length, elsewhere, place }),
    onChange: (next) => setState({ query: next, layout, current: -1 }),
    go(step) {
      const start = place < 0 && step < 0 ? 0 : place;
      const next = (start + step + hits.length) % hits.length;
      const hit = hits[next];
      if (hit === undefined) return;
      setState({ query, layout, current: next });
      onHit(hit);
    },
  };
}

function countHits({ hits, elsewhere, place }: { hits: number; elsewhere: number; place: number }): string {
  if (hits === 0) return elsewhere > 0 ? TEXT.elsewhere(elsewhere) : TEXT.none;
  return place < 0 ? TEXT.found(hits) : TEXT.place(place + 1, hits);
}

export function Search({ query, count, onChange, go }: SearchState) {
  return (
    <form
      className="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        go(1);
      }}
    >
      <input
        type="search"
        placeholder={TEXT.begin}
        aria-label={TEXT.label}
        aria-keyshortcuts="/"
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !event.shiftKey) return;
          event.preventDefault();
          go(-1);
        }}
      />
      <output>{count}</output>
      <button type="button" aria-label={TEXT.before} title={TEXT.beforeHelp} onClick={() => go(-1)}>
        <Arrow path="M8 13V3M4 7l4-4 4 4" />
      </button>
      <button type="submit" aria-label={TEXT.after} title={TEXT.afterHelp}>
        <Arrow path="M8 3v10M4 9l4 4 4-4" />
      </button>
    </form>
  );
}

/** Drawn here, because bundling the studio's icon library takes a second. */
function Arrow({ path }: { path: string }) {
  return (
    <svg width="14" height="14" viewBox="0 0 16 16" aria-hidden="true">
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  );
}
