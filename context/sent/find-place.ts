import { isSystemLeading, type RequestForm } from '../grammar/template.js';
import type { Position } from './kind.js';

export interface Place {
  position: Position;
  role: 'system' | 'user';
}

/** Texts that change each turn follow stable ones, because providers cache prefixes. */
export function findPlace({ position }: { position: Position }, form: RequestForm): Place {
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
