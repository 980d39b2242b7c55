import { isSystemLeading, type RequestForm } from '../grammar/template.js';
import type { Position } from './kind.js';

/** The facts of a request that decide where its texts stand. */
export interface Layout extends RequestForm {
  /** Absent: the first one, in which what is found stood before all that is said. */
  layout?: 2 | undefined;
}

/** Where a text stands in a request, and whether it stands there as the system's words or as the user's. */
export interface Place {
  position: Position;
  role: 'system' | 'user';
}

/**
 * Finds the place of a kind of text. What is another text in each turn stands behind what stays the same, because providers
 * keep what requests begin with. Where system messages are taken only at the beginning, such a text is sent with the
 * user's words.
 */
export function findPlace(
  { position: newest, firstPosition }: { position: Position; firstPosition?: Position },
  { layout, ...form }: Layout,
): Place {
  const position = layout === undefined ? (firstPosition ?? newest) : newest;
  const isLeading = layout !== undefined && isSystemLeading(form);
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
