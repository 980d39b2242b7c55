import type { NodePlace } from '../../trajectory/recorded/record-steps.js';

/** Places as they are stored: `step.ordinal`, with commas. */
export function formatPlaces(places: readonly NodePlace[]): string {
  return places.map(({ step, ordinal }) => `${step}.${ordinal}`).join(',');
}

export function parsePlaces(text: string): NodePlace[] {
  return text.split(',').flatMap((place) => {
    const [step, ordinal] = place.split('.').map(Number);
    return step === undefined || ordinal === undefined ? [] : [{ step, ordinal }];
  });
}
