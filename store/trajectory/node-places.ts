import { formatPlace, type NodePlace } from '../../trajectory/graph/node-place.js';

export function formatPlaces(places: readonly NodePlace[]): string {
  return places.map(formatPlace).join(',');
}

export function parsePlaces(text: string): NodePlace[] {
  return text.split(',').flatMap((place) => {
    const [step, ordinal] = place.split('.').map(Number);
    return step === undefined || ordinal === undefined ? [] : [{ step, ordinal }];
  });
}
