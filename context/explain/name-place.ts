import { SENT_KINDS, type AnySentKind, type MessagePlace } from '../sent/sent-kinds.js';

const BY_PLACE = new Map<string, AnySentKind>(Object.values(SENT_KINDS).map((kind) => [kind.place, kind]));

/**
 * Says in words where a message stands: `message 17`, `step 3 result 2`, `summary of steps 1-4`, `summary 2 of
 * messages 1-40`, `message 3, found`, `note`, `input`.
 */
export function namePlace(place: MessagePlace): string {
  return BY_PLACE.get(place.from)?.name(place) ?? place.from;
}
