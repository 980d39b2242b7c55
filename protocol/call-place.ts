export interface AskedCall {
  step: number;
  ordinal: number;
}

/** A loop of many nodes passes a billion steps. */
const CALL = /^([1-9]\d{0,11})\.([1-9]\d{0,3})$/;

/** Such as `3.1`. */
export function formatCall({ step, ordinal }: AskedCall): string {
  return `${step}.${ordinal}`;
}

export function parseCall(call: string): AskedCall | undefined {
  const match = CALL.exec(call);
  return match === null ? undefined : { step: Number(match[1]), ordinal: Number(match[2]) };
}
