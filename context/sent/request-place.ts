import { isSystemLeading, type RequestForm } from '../grammar/request-template.js';
import type { Position } from './kind.js';

export interface RequestPlace {
  position: Position;
  role: 'system' | 'user';
}

/** Texts that change each turn come late, because providers cache prefixes. */
export function findRequestPlace({ position }: { position: Position }, form: RequestForm): RequestPlace {
  const isLeading = isSystemLeading(form);
  switch (position) {
    case 'system':
      return { position, role: 'system' };
    case 'lead-in':
      return { position, role: isLeading ? 'user' : 'system' };
    case 'last':
      return isLeading ? { position: 'closing', role: 'user' } : { position, role: 'system' };
    default:
      return { position, role: 'user' };
  }
}
