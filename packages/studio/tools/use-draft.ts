import { useState } from 'react';
import type { TriedDraft } from '../../../views/flow.js';
import { post } from '../api/request.js';
import { useRequestId } from '../api/use-request-id.js';
import type { Draft } from './one-node-flow.js';

export function useDraft(onTried?: () => void): {
  send: (draft: Draft) => Promise<void>;
  tried: TriedDraft | undefined;
  problem: Error | undefined;
  isSending: boolean;
} {
  const [tried, setTried] = useState<TriedDraft>();
  const [problem, setProblem] = useState<Error>();
  const [isSending, setSending] = useState(false);
  const { idOf, forget } = useRequestId();
  const send = async (draft: Draft): Promise<void> => {
    setSending(true);
    setProblem(undefined);
    try {
      setTried(await post<TriedDraft>('/flows/drafts', { body: { ...draft, id: idOf(draft) } }));
      forget();
      onTried?.();
    } catch (error) {
      setProblem(error as Error);
    }
    setSending(false);
  };
  return { send, tried, problem, isSending };
}
