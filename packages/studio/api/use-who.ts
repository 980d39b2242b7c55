import { useEffect, useState } from 'react';
import { get } from './request.js';

export interface Who {
  user: string;
  isAdmin: boolean;
  /** Temporal's Workflows page. Null if it is not configured. */
  temporalUi: string | null;
}

/** Shared, so that views do not request it again. */
let known: Promise<Who> | undefined;

export function useWho(): Who | undefined {
  const [who, setWho] = useState<Who>();
  useEffect(() => {
    known ??= get<Who>('/me');
    // Each view shows its own loading errors.
    known.then(setWho, () => (known = undefined));
  }, []);
  return who;
}
