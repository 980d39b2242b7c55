import { useMemo, useState } from 'react';
import { get } from '../api/request.js';
import { useLoaded } from '../api/use-loaded.js';
import type { ChatKey } from './chat-messages.js';

export interface NewChat {
  isLoading: boolean;
  flows: readonly string[];
  flow: string | undefined;
  choose: (flow: string) => void;
  /** Absent until the flows are loaded, or if none is published. */
  chat: ChatKey | undefined;
}

/** A chat that does not exist until its first message. Each time the first screen is opened, it is another one. */
export function useNewChat(isFirstScreen: boolean): NewChat {
  const { value, error } = useLoaded('flows', (signal) => get<{ slug: string }[]>('/flows', { signal }));
  const [chosen, choose] = useState<string>();
  const channel = useMemo(createChannel, [isFirstScreen]);
  const flows = value?.map(({ slug }) => slug) ?? [];
  const flow = chosen ?? flows.find((slug) => slug === 'assistant') ?? flows[0];
  const isLoading = value === undefined && error === undefined;
  return { isLoading, flows, flow, choose, chat: flow === undefined ? undefined : { flow, channel } };
}

export function createChannel(): string {
  return `web-${crypto.randomUUID().slice(0, 8)}`;
}
