import type { TurnEvent } from '../../../../client/stream/turn-events.js';
import { nowMs } from './stamped-model.js';

export interface ReadStream {
  firstByteMs: number;
  arrivedMs: ReadonlyMap<string, number>;
  isWhole: boolean;
}

export async function readStream(
  url: string,
  { user, onOpen }: { user: string; onOpen: () => void },
): Promise<ReadStream> {
  const askedMs = nowMs();
  const response = await fetch(url, { headers: { authorization: `Bearer ${user}` } });
  if (!response.ok || response.body === null) throw new Error(`${url} answered ${response.status}`);
  const arrivedMs = new Map<string, number>();
  let firstByteMs: number | undefined;
  let isWhole = false;
  let rest = '';
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const atMs = nowMs();
    if (firstByteMs === undefined) onOpen();
    firstByteMs ??= atMs - askedMs;
    const pieces = (rest + chunk).split('\n\n');
    rest = pieces.pop() ?? '';
    for (const piece of pieces) {
      const data = /^data: (.*)$/m.exec(piece)?.[1];
      if (data === undefined) continue;
      const event = JSON.parse(data) as TurnEvent;
      if (event.type === 'text-delta') arrivedMs.set(event.id, atMs);
      if (event.type === 'done') isWhole = true;
    }
  }
  return { firstByteMs: firstByteMs ?? Number.NaN, arrivedMs, isWhole };
}
