import { SENT_KINDS, type AnySentKind, type MessagePlace } from '../sent/sent-kinds.js';

const BY_PLACE = new Map<string, AnySentKind>(Object.values(SENT_KINDS).map((kind) => [kind.place, kind]));

export function namePlace(place: MessagePlace): string {
  return BY_PLACE.get(place.from)?.name(place) ?? place.from;
}
