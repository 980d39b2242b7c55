import { Box, Hourglass, Play, Repeat, Sparkles, Wrench, type LucideIcon } from 'lucide-react';
import type { WaterfallKind } from '../../../trajectory/waterfall/waterfall-row.js';

const ICONS: Readonly<Record<WaterfallKind, LucideIcon>> = {
  execution: Play,
  node: Box,
  item: Repeat,
  call: Sparkles,
  tool: Wrench,
  wait: Hourglass,
};

export function RowIcon({ kind }: { kind: WaterfallKind }) {
  const Icon = ICONS[kind];
  return <Icon size={14} aria-hidden="true" className="shrink-0 text-faint" />;
}
