const MESSAGE = /^message:(?:above(\d{1,2}):)?(\d{1,9})$/;

interface NamedMessage {
  seq: number;
  above: number;
}

/** Returns `message:12`, or `message:above1:12` for a message of the parent conversation. */
export function nameMessage({ seq, above }: NamedMessage): string {
  return above === 0 ? `message:${seq}` : `message:above${above}:${seq}`;
}

export function parseMessageName(name: string): NamedMessage | undefined {
  const [, above = '0', seq] = MESSAGE.exec(name) ?? [];
  return seq === undefined ? undefined : { seq: Number(seq), above: Number(above) };
}
