import type { LeftRange } from '../message/left.js';
import type { ContextManifest } from '../manifest/manifest.js';
import type { FactorSource } from '../text/counters.js';
import type { TextWeights } from '../text/text-weights.js';
import type {
  ResultPlace,
  SentAttachments,
  SentPictures,
  SentPlaceholder,
  SentPointer,
} from '../sent/kind.js';
import type { SentItem } from '../sent/sent-kinds.js';
import { isRecord } from '../../protocol/is-record.js';

const CURRENT_POLICY = 1;

export interface ReadableManifest {
  policy: number;
  sent: readonly SentItem[];
  pointers: readonly SentPointer[];
  placeholders: readonly SentPlaceholder[];
  pictures: readonly SentPictures[];
  attachments: readonly SentAttachments[];
  facts: readonly ResultPlace[];
  left: readonly LeftRange[];
  system: string | null;
  tools: string | null;
  tokenFactor: number;
  factorSource?: FactorSource;
  textWeights?: TextWeights;
  output?: ContextManifest['output'];
  current: ContextManifest | undefined;
}

export function readManifest(stored: unknown): ReadableManifest {
  const fields = isRecord(stored) ? stored : {};
  const policy = toNumber(fields.policy) ?? 0;
  if (policy === CURRENT_POLICY) {
    const current = stored as ContextManifest;
    const {
      pointers = [],
      placeholders = [],
      pictures = [],
      attachments = [],
      facts = [],
      tokenFactor = 1,
    } = current;
    return { ...current, pointers, placeholders, pictures, attachments, facts, tokenFactor, current };
  }
  return {
    policy,
    sent: toList(fields.sent).flatMap(toItem),
    pointers: [],
    placeholders: [],
    pictures: [],
    attachments: [],
    facts: [],
    left: toList(fields.left).flatMap(toRange),
    system: toHash(fields.system),
    tools: toHash(fields.tools),
    tokenFactor: toNumber(fields.tokenFactor) ?? 1,
    current: undefined,
  };
}

function toItem(item: unknown): SentItem[] {
  if (!isRecord(item)) return [];
  const { from } = item;
  const tokens = toNumber(item.tokens) ?? 0;
  if (from === 'input') return [{ from, tokens }];
  const [first, last] = [toNumber(item.first), toNumber(item.last)];
  if ((from !== 'conversation' && from !== 'trace') || first === undefined || last === undefined) return [];
  return [{ from, first, last, tokens }];
}

function toRange(range: unknown): LeftRange[] {
  if (!isRecord(range)) return [];
  const { from, rule } = range;
  const [first, last] = [toNumber(range.first), toNumber(range.last)];
  if (typeof rule !== 'string' || first === undefined || last === undefined) return [];
  return [
    {
      from: from === 'trace' || from === 'input' ? from : 'conversation',
      first,
      last,
      count: toNumber(range.count) ?? last - first + 1,
      tokens: toNumber(range.tokens) ?? 0,
      rule: rule as LeftRange['rule'],
    },
  ];
}

function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function toHash(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
