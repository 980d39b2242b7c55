import { formatPlace, type NodePlace } from '../../trajectory/recorded/node-place.js';

/** Formats several places as they are stored: separated by commas. */
export function formatPlaces(places: readonly NodePlace[]): string {
  return places.map(formatPlace).join(',');
}

/** Parses places that `formatPlaces` wrote. */
export function parsePlaces(text: string): NodePlace[] {
  return text.split(',').flatMap((place) => {
    const [step, ordinal] = place.split('.').map(Number);
    return step === undefined || ordinal === undefined ? [] : [{ step, ordinal }];
  });
}
