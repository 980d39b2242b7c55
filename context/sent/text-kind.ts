import type { SegmentName } from './explained.js';
import { WHOLE, type PlacedKind, type Position, type SentKind } from './kind.js';

export interface GivenText<From extends string> {
  from: From;
  text: string;
}

export interface TextItem<From extends string> {
  from: From;
  text: string;
  tokens: number;
}

export function textKind<From extends string>(facts: {
  from: From;
  position: Position;
  segment: SegmentName;
  name?: string;
}): Omit<SentKind<GivenText<From>, TextItem<From>, { from: From }>, 'join'> {
  const { from, position, segment, name = from } = facts;
  const role = position === 'system' || position === 'lead-in' ? 'system' : 'user';
  return {
    position,
    remember: ({ text }, { tokens, memory }) => ({ from, text: memory.keep(text), tokens }),
    need: ({ text }) => ({ own: [text] }),
    render: ({ text }, { sources }) => [{ role, content: sources.text(text) }],
    place: from,
    name: () => name,
    explain: ({ text, tokens }, { rows }) => [
      { place: { from }, role, tokens, form: WHOLE, text: rows.texts.get(text) ?? '' },
    ],
    // TypeScript widens the type of a computed key.
    fill: ({ tokens }) => ({ [segment]: tokens }) as Partial<Record<SegmentName, number>>,
  };
}

export function locatedTextKind<Place extends { from: string }>({
  locate,
  name,
  ...facts
}: Omit<Parameters<typeof textKind<Place['from']>>[0], 'name'> & {
  locate: (item: Place) => Place;
  name: (place: Place) => string;
}): SentKind<Place & { text: string }, Place & { text: string; tokens: number }, Place> {
  const text = textKind(facts);
  return {
    ...text,
    remember: (given, kept) => ({ ...text.remember(given, kept), ...locate(given) }),
    name,
    explain: (item, kept) =>
      text.explain(item, kept).map((explained) => ({ ...explained, place: locate(item) })),
  };
}

export function placedTextKind<From extends string>(
  facts: Omit<Parameters<typeof textKind<From>>[0], 'position'>,
): PlacedKind<GivenText<From>, TextItem<From>, { from: From }> {
  const kind = textKind({ ...facts, position: 'spoken' });
  return { ...kind, locate: () => ({ from: 'input', place: 0 }) };
}
