import { SENT_KINDS, type AnySentKind, type MessagePlace } from '../sent/sent-kinds.js';

const BY_PLACE = new Map<string, AnySentKind>(Object.values(SENT_KINDS).map((kind) => [kind.place, kind]));

/** Such as `step 3 result 2`, `message 3, found`. */
export function namePlace(place: MessagePlace): string {
  return BY_PLACE.get(place.from)?.name(place) ?? place.from;
}
