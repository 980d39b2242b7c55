import type { ModelMessage } from '@ai-sdk/provider-utils';
import { arrange, insertLeadIn } from '../plan/arrange.js';
import type { ContextEntry } from '../message/entries.js';
import { cleanEntries } from '../hygiene/clean-entries.js';
import type { ContextManifest } from './manifest.js';
import { findRequestPlace, type RequestPlace } from '../sent/request-place.js';
import type { RenderFacts } from '../sent/kind.js';
import { placeEntry } from '../sent/place-entry.js';
import { SENT_KINDS } from '../sent/sent-kinds.js';
import type { ManifestSources } from '../sent/sources.js';

type RenderedParts = Record<'system' | 'opening' | 'spoken' | 'leadIn' | 'closing', ContextEntry[]> & {
  turnStart: number;
};

/** Reads stored rows only, so the result never changes. */
export function renderManifest(manifest: ContextManifest, sources: ManifestSources): ModelMessage[] {
  const { system, opening, spoken, leadIn, closing, turnStart } = renderParts(manifest, sources);
  const { entries: clean } = cleanEntries({
    entries: spoken,
    turnStart,
    grammar: manifest.grammar,
    template: manifest.template,
    isToolless: false,
    keepsReasoning: (index) => index > turnStart,
    countMessage: () => 0,
    onUnknownPart: () => undefined,
  });
  const arranged = arrange({
    system,
    entries: [...opening, ...insertLeadIn(clean, { leadIn, turnStart }), ...closing],
    grammar: manifest.grammar,
    template: manifest.template,
    liftsPictures: manifest.pictures !== undefined,
    countMessage: () => 0,
  });
  return arranged.map(({ message }) => message);
}

function renderParts(manifest: ContextManifest, sources: ManifestSources): RenderedParts {
  const { pointers = [], system } = manifest;
  const placeholders = new Map(manifest.placeholders?.map(({ seq, text }) => [seq, sources.text(text)]));
  const attachments = new Map(manifest.attachments?.map((one) => [one.seq, one]));
  const facts: RenderFacts = { sources, placeholders, pointers, attachments };
  const parts: RenderedParts = {
    system: [],
    opening: [],
    spoken: [],
    leadIn: [],
    closing: [],
    turnStart: -1,
  };
  if (system !== null)
    parts.system.push(placeEntry('system', { role: 'system', content: sources.text(system) }));
  for (const item of manifest.sent) {
    const kind = SENT_KINDS[item.from];
    if (kind === undefined)
      throw new Error(`A manifest contains an item of the unknown kind '${String(item.from)}'`);
    const place = findRequestPlace(kind, manifest);
    for (const message of kind.render(item, facts)) {
      const index = parts.spoken.length;
      if (kind.asks && message.role === 'user') parts.turnStart = index;
      parts[choosePart(place)].push(placeEntry(place.position, withRole(place, message), { index }));
    }
  }
  return parts;
}

function choosePart({ position, role }: RequestPlace): keyof Omit<RenderedParts, 'turnStart'> {
  if (position === 'spoken') return position;
  if (role === 'system') return 'system';
  if (position === 'lead-in') return 'leadIn';
  return position === 'opening' ? position : 'closing';
}

function withRole({ position, role }: RequestPlace, message: ModelMessage): ModelMessage {
  if (position === 'spoken' || message.role === role || typeof message.content !== 'string') return message;
  return { role, content: message.content };
}
