/** A tool call in its execution: its step, and which of the step's calls it is, from 1. */
export interface AskedCall {
  step: number;
  ordinal: number;
}

const CALL = /^([1-9]\d{0,8})\.([1-9]\d{0,3})$/;

/** Writes a tool call's place as people name it: `3.1`. */
export function formatCall({ step, ordinal }: AskedCall): string {
  return `${step}.${ordinal}`;
}

/** Reads a tool call's place; undefined: it is none. */
export function parseCall(call: string): AskedCall | undefined {
  const match = CALL.exec(call);
  return match === null ? undefined : { step: Number(match[1]), ordinal: Number(match[2]) };
}
