import { useState } from 'react';
import { findRun } from '../api/find-run.js';
import { post } from '../api/request.js';
import { useRequestId } from '../api/use-request-id.js';
import { parseRoute } from '../route.js';
import { goTo, useOwner } from '../use-route.js';
import type { RerunChanges } from './rerun-input.js';

const POLL_MS = 300;
/** After this many polls, opens the new run's page, which shows an error until a worker starts. */
const MAX_POLLS = 30;

/** Does not open the new run if the user has left the page. */
export function useRerun(executionId: string): {
  rerun: (changes?: RerunChanges) => Promise<void>;
  isSending: boolean;
  problem: Error | undefined;
} {
  const user = useOwner();
  const [problem, setProblem] = useState<Error>();
  const [isSending, setSending] = useState(false);
  const { idOf, forget } = useRequestId();
  const rerun = async (changes: RerunChanges = {}): Promise<void> => {
    setSending(true);
    setProblem(undefined);
    try {
      const path = `/executions/${encodeURIComponent(executionId)}/rerun`;
      const body = { ...changes, id: idOf({ executionId, ...changes }) };
      const started = await post<{ executionId: string }>(path, { body });
      if (started.executionId.startsWith('execution/')) await whenBegun(started.executionId, user);
      if (isOpen(executionId)) goTo({ view: 'runs', executionId: started.executionId, user });
      forget();
    } catch (error) {
      setProblem(error as Error);
    }
    setSending(false);
  };
  return { rerun, isSending, problem };
}

function isOpen(executionId: string): boolean {
  const route = parseRoute(location.hash);
  return route.view === 'runs' && route.executionId === executionId;
}

async function whenBegun(executionId: string, user: string | undefined): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    if (await findRun(executionId, { user })) return;
    await new Promise((done) => setTimeout(done, POLL_MS));
  }
}
