import { useEffect, useState } from 'react';
import { get } from './request.js';

export interface Who {
  user: string;
  isAdmin: boolean;
  temporalUi: string | null;
  alertRules: string | null;
  shareDays: number | null;
}

let known: Promise<Who> | undefined;

export function useWho(): Who | undefined {
  const [who, setWho] = useState<Who>();
  useEffect(() => {
    known ??= get<Who>('/me');
    known.then(setWho, () => (known = undefined));
  }, []);
  return who;
}
