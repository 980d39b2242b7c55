import { useFlows } from '../api/use-flows.js';
import { useEffect, useMemo, useState } from 'react';
import type { ListedFlow } from '../../../views/flow.js';
import { type Wire } from '../api/request.js';
import type { ChatKey } from '../api/chat-messages.js';

const POLL_MS = 5_000;

export interface NewChat {
  isLoading: boolean;
  flows: readonly Wire<ListedFlow>[];
  flow: Wire<ListedFlow> | undefined;
  choose: (flow: string) => void;
  chat: ChatKey | undefined;
}

/** The flow of the chat that was open last. */
const KEPT = 'threadline-flow';

/** A new chat each time the first screen opens, stored with its first message. */
export function useNewChat(open: string | undefined): NewChat {
  const isFirstScreen = open === undefined;
  const { value, error } = useFlows({ everyMs: isFirstScreen ? POLL_MS : undefined });
  const [chosen, choose] = useState<string>();
  const channel = useMemo(createChannel, [isFirstScreen]);
  const flows = value ?? [];
  const named = (slug: string | undefined) => flows.find((one) => one.slug === slug);
  useEffect(() => {
    if (open !== undefined) localStorage.setItem(KEPT, open);
  }, [open]);
  const last = localStorage.getItem(KEPT) ?? undefined;
  const flow =
    named(chosen) ??
    named(last) ??
    named('assistant') ??
    flows.find(({ examples }) => examples.length > 0) ??
    flows[0];
  const isLoading = !value && !error;
  return {
    isLoading,
    flows,
    flow,
    choose,
    chat: flow && { flow: flow.slug, channel },
  };
}

function createChannel(): string {
  return `web-${crypto.randomUUID().slice(0, 8)}`;
}
