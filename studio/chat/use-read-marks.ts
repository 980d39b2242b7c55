import { useEffect, useState } from 'react';
import type { ConversationView } from '../../store/conversation/list-conversations.js';
import type { Wire } from '../api/request.js';
import { markRead, type ReadMarks } from './unread.js';

const KEPT = 'threadline-read';

/** Keeps in this browser what was seen of the conversations that are listed. Undefined: they are not there yet. */
export function useReadMarks(
  listed: readonly Wire<ConversationView>[] | undefined,
  openId: string | undefined,
): ReadMarks | undefined {
  const [marks, setMarks] = useState<ReadMarks>();
  useEffect(() => {
    if (listed === undefined) return;
    // Another tab may have one open; who looks elsewhere sees none.
    const next = markRead(readMarks(), listed, document.visibilityState === 'visible' ? openId : undefined);
    localStorage.setItem(KEPT, JSON.stringify(next));
    setMarks(next);
  }, [listed, openId]);
  return marks;
}

function readMarks(): ReadMarks | undefined {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? 'null') as ReadMarks | null) ?? undefined;
  } catch {
    return undefined;
  }
}
