import { MessagesSquare } from 'lucide-react';
import { EmptyState } from '../parts/empty-state.js';
import { Skeleton } from '../parts/skeleton.js';
import { STRINGS } from '../strings.js';
import type { NewChat } from './use-new-chat.js';

/** Shown until the flows are known, or if none is published. */
export function FirstScreen({ begun }: { begun: NewChat }) {
  if (begun.isLoading) return <Skeleton rows={6} />;
  return <EmptyState icon={MessagesSquare} title={STRINGS.flows.none} help={STRINGS.flows.empty} />;
}
