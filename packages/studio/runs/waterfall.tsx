import { ChevronDown, ChevronRight, Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { arrangeRows, type ArrangedRow } from '../../../trajectory/waterfall/arrange-rows.js';
import { timeSpan, toShare } from '../../../trajectory/waterfall/time-span.js';
import { Button, IconButton } from '../parts/button.js';
import { formatCost, formatMs, formatNumber, joinFacts } from '../parts/format.js';
import { Problem } from '../parts/problem.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import { PendingActivities } from './pending-activities.js';
import { RowIcon } from './row-icon.js';
import { RowDetails } from './row-details.js';
import { WaterfallAxis } from './waterfall-axis.js';
import type { LoadedWaterfall, Row, Tree } from './use-waterfall.js';
import { useNow } from './use-now.js';
import { useRowPx } from './use-row-px.js';
import { firstVisible, visibleRows } from './visible-rows.js';

const MAX_ZOOM = 64;

type Arranged = ArrangedRow<Row>;

export function WaterfallView({ loaded, tree }: { loaded: LoadedWaterfall; tree: Tree }) {
  const { rows, pending, hasMore, error, isLoading, loadMore, reload } = loaded;
  const arranged = useMemo(
    () => arrangeRows(rows).map(translate),
    [rows.length, JSON.stringify(rows.map(toState))],
  );
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string>();
  const [zoom, setZoom] = useState(1);
  const words = STRINGS.runs.waterfall;
  if (error && rows.length === 0) return <Problem error={error} retry={reload} />;
  if (isLoading && rows.length === 0) return <Skeleton rows={6} />;
  const shown = visibleRows(arranged, folded);
  const current = arranged.find(({ id }) => id === selected);
  const fold = (id: string, isFolded: boolean): void =>
    setFolded((before) => {
      const next = new Set(before);
      if (isFolded) next.add(id);
      else next.delete(id);
      return next;
    });
  return (
    <section className="waterfall" aria-label={words.title}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="mt-0!">{words.title}</h3>
        <div className="flex items-center gap-1">
          <IconButton label={words.zoomOut} disabled={zoom === 1} onClick={() => setZoom(zoom / 2)}>
            <ZoomOut size={16} />
          </IconButton>
          <IconButton label={words.zoomIn} disabled={zoom === MAX_ZOOM} onClick={() => setZoom(zoom * 2)}>
            <ZoomIn size={16} />
          </IconButton>
          <IconButton label={words.fit} onClick={() => setZoom(1)}>
            <Maximize size={16} />
          </IconButton>
        </div>
      </div>
      <PendingActivities pending={pending} />
      <Rows {...{ shown, all: arranged, folded, selected, zoom, fold }} onSelect={setSelected} />
      {hasMore ? (
        <Button className="mt-2" onClick={loadMore}>
          {words.more(formatNumber(rows.length))}
        </Button>
      ) : null}
      {current ? (
        <RowDetails key={current.id} row={current} tree={tree} />
      ) : (
        <p className="hint">{words.choose}</p>
      )}
    </section>
  );
}

function translate(row: Arranged): Arranged {
  const { kind, id, label } = row;
  if (kind !== 'item') return { ...row, label: STRINGS.codes.label(kind, label) };
  return { ...row, label: STRINGS.runs.waterfall.item(id.slice(id.lastIndexOf('/') + 1)) };
}

/** Polling returns equal rows as new objects, so their values are compared. */
function toState({ id, status, finishedAt, label, inputTokens, outputTokens }: Row): unknown[] {
  return [id, status, finishedAt, label, inputTokens, outputTokens];
}

interface RowsProps {
  shown: readonly Arranged[];
  all: readonly Arranged[];
  folded: ReadonlySet<string>;
  selected: string | undefined;
  zoom: number;
  fold: (id: string, isFolded: boolean) => void;
  onSelect: (id: string) => void;
}

function Rows({ shown, all, folded, selected, zoom, fold, onSelect }: RowsProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [{ top, height }, setView] = useState({ top: 0, height: 800 });
  const nowMs = useNow(all.some(({ endMs }) => endMs === null));
  const span = timeSpan(all, nowMs);
  const rowPx = useRowPx();
  const { first, last } = firstVisible({ top, height, rowPx, count: shown.length });
  const at = shown.findIndex(({ id }) => id === selected);
  const focused = at === -1 ? 0 : at;
  const move = (to: number): void => {
    const next = shown[Math.max(0, Math.min(shown.length - 1, to))];
    if (!next) return;
    onSelect(next.id);
    showRow(scroller.current, shown.indexOf(next), rowPx);
  };
  useFollowingFocus(scroller, `${selected} ${top}`);
  const onKeyDown = (event: KeyboardEvent): void =>
    handleKey(event, { shown, at, focused, folded, move, fold, onSelect });
  return (
    <div
      ref={scroller}
      className="waterfall-rows"
      onScroll={({ currentTarget }) =>
        setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
    >
      <div
        className="waterfall-sheet"
        style={{ '--zoom': zoom, '--row': `${rowPx}px` } as React.CSSProperties}
      >
        <WaterfallAxis startMs={span.startMs} endMs={span.endMs} zoom={zoom} />
        <div
          role="tree"
          aria-label={STRINGS.runs.waterfall.title}
          style={{ height: shown.length * rowPx, position: 'relative' }}
          onKeyDown={onKeyDown}
        >
          {shown.map((row, index) =>
            // A focused row stays rendered, so that the focus is never lost.
            (index >= first && index < last) || index === focused ? (
              <RowLine
                key={row.id}
                {...{ row, span, nowMs }}
                topPx={index * rowPx}
                isFolded={folded.has(row.id)}
                isSelected={row.id === selected}
                isFocused={index === focused}
                onFold={() => fold(row.id, !folded.has(row.id))}
                onSelect={() => onSelect(row.id)}
              />
            ) : null,
          )}
        </div>
      </div>
    </div>
  );
}

/** While the tree has the focus, the focus follows the selection. */
function useFollowingFocus(scroller: RefObject<HTMLDivElement | null>, key: string): void {
  useEffect(() => {
    if (scroller.current?.contains(document.activeElement) !== true) return;
    const row = scroller.current.querySelector<HTMLElement>('[role=treeitem][tabindex="0"]');
    row?.focus({ preventScroll: true });
  }, [scroller, key]);
}

interface KeyPlace {
  shown: readonly Arranged[];
  at: number;
  focused: number;
  folded: ReadonlySet<string>;
  move: (to: number) => void;
  fold: (id: string, isFolded: boolean) => void;
  onSelect: (id: string) => void;
}

function handleKey(
  event: KeyboardEvent,
  { shown, at, focused, folded, move, fold, onSelect }: KeyPlace,
): void {
  const row = shown[focused];
  if (!row) return;
  const isOpen = row.below > 0 && !folded.has(row.id);
  const moves: Record<string, () => void> = {
    ArrowDown: () => move(at + 1),
    ArrowUp: () => move(focused - 1),
    Home: () => move(0),
    End: () => move(shown.length - 1),
    ArrowLeft: () => (isOpen ? fold(row.id, true) : move(findParent(shown, focused))),
    ArrowRight: () => (folded.has(row.id) ? fold(row.id, false) : move(focused + 1)),
    Enter: () => onSelect(row.id),
  };
  const perform = moves[event.key];
  if (!perform) return;
  event.preventDefault();
  perform();
}

function findParent(shown: readonly Arranged[], at: number): number {
  const depth = shown[at]?.depth ?? 0;
  for (let above = at - 1; above >= 0; above -= 1) if ((shown[above]?.depth ?? 0) < depth) return above;
  return at;
}

function showRow(scroller: HTMLElement | null, index: number, rowPx: number): void {
  if (scroller === null) return;
  const [top, bottom] = [index * rowPx, (index + 2) * rowPx];
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (bottom > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = bottom - scroller.clientHeight;
}

function RowLine({
  row,
  span,
  nowMs,
  topPx,
  isFolded,
  isSelected,
  isFocused,
  onFold,
  onSelect,
}: {
  row: Arranged;
  span: { startMs: number; endMs: number };
  nowMs: number;
  topPx: number;
  isFolded: boolean;
  isSelected: boolean;
  isFocused: boolean;
  onFold: () => void;
  onSelect: () => void;
}) {
  const { start, end } = toShare(row, span);
  const took = formatMs(Math.max(0, (row.endMs ?? nowMs) - row.startMs));
  const facts = joinFacts([
    took,
    row.tokens === 0 ? null : STRINGS.runs.waterfall.tokens(formatNumber(row.tokens)),
    row.cost === null ? null : formatCost(String(row.cost)),
    row.row?.errorMessage ?? null,
  ]);
  return (
    <div
      role="treeitem"
      aria-level={row.depth + 1}
      aria-selected={isSelected}
      aria-expanded={row.below === 0 ? undefined : !isFolded}
      tabIndex={isFocused ? 0 : -1}
      data-status={row.status}
      data-kind={row.kind}
      className="waterfall-row"
      style={{ top: topPx }}
      onClick={onSelect}
    >
      <RowLabel {...{ row, facts, isFolded, onFold }} />
      <div className="waterfall-track">
        <span
          className="waterfall-bar"
          data-open={row.endMs === null ? true : undefined}
          style={{ left: `${start * 100}%`, width: `${(end - start) * 100}%` }}
        />
      </div>
    </div>
  );
}

function RowLabel({
  row,
  facts,
  isFolded,
  onFold,
}: {
  row: Arranged;
  facts: string;
  isFolded: boolean;
  onFold: () => void;
}) {
  const Chevron = isFolded ? ChevronRight : ChevronDown;
  return (
    <div className="waterfall-label" style={{ '--depth': Math.min(row.depth, 10) } as React.CSSProperties}>
      {row.below === 0 ? (
        <span className="waterfall-fold" />
      ) : (
        <span
          className="waterfall-fold"
          aria-hidden="true"
          onClick={(event) => {
            event.stopPropagation();
            onFold();
          }}
        >
          <Chevron size={14} />
        </span>
      )}
      <RowIcon kind={row.kind} />
      <span className="sr-only">{STRINGS.statuses[row.status]}</span>
      <span className="min-w-0 flex-1">
        <span className="block truncate text-sm" title={row.label}>
          <bdi>{row.label}</bdi>
          {row.row?.detail == null ? null : <bdi className="ml-1.5 text-xs text-faint">{row.row.detail}</bdi>}
        </span>
        <span className="waterfall-facts block truncate text-2xs" title={facts}>
          {facts}
        </span>
      </span>
    </div>
  );
}
