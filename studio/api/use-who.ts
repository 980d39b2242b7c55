import { useEffect, useState } from 'react';
import { get } from './request.js';

/** Whom the page is for. */
export interface Who {
  user: string;
  isAdmin: boolean;
  /** Temporal's page of the Workflows; null: the gateway knows none. */
  temporalUi: string | null;
}

/** It is one for the whole page, so that each view need not ask. */
let known: Promise<Who> | undefined;

/** Returns whom the page is for; undefined until the gateway answers. */
export function useWho(): Who | undefined {
  const [who, setWho] = useState<Who>();
  useEffect(() => {
    known ??= get<Who>('/me');
    // What went wrong each view says of what it loads itself.
    known.then(setWho, () => (known = undefined));
  }, []);
  return who;
}
