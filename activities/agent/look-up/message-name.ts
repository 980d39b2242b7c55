const MESSAGE = /^message:(?:above(\d{1,2}):)?(\d{1,9})$/;

/** A message by its number, and how many threads up it was said. */
interface NamedMessage {
  seq: number;
  above: number;
}

/** The name by which a message is read on: `message:12`, or `message:above1:12` of the thread above. */
export function nameMessage({ seq, above }: NamedMessage): string {
  return above === 0 ? `message:${seq}` : `message:above${above}:${seq}`;
}

/** The message that a name means; undefined: it names none. */
export function parseMessageName(name: string): NamedMessage | undefined {
  const [, above = '0', seq] = MESSAGE.exec(name) ?? [];
  return seq === undefined ? undefined : { seq: Number(seq), above: Number(above) };
}
