import { AssistantRuntimeProvider, makeAssistantTool } from '@assistant-ui/react';
import { useAISDKRuntime } from '@assistant-ui/react-ai-sdk';
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from 'chat-ai';
import { useChat } from 'chat-react';
import { createElement as h, useEffect, useState } from 'react';
import { startChecks } from './check-page.js';

let ran = 0;
const AddTool = makeAssistantTool({
  toolName: 'add',
  description: 'Adds.',
  parameters: { type: 'object', properties: { a: { type: 'integer' }, b: { type: 'integer' } } },
  execute: ({ a, b }) => {
    ran += 1;
    return a + b;
  },
});

function Client({ options: { api, headers, fetch, ...options }, onState }) {
  const chat = useChat({
    ...options,
    transport: new DefaultChatTransport({ api, headers, fetch }),
    sendAutomaticallyWhen: (state) =>
      lastAssistantMessageIsCompleteWithApprovalResponses(state) ||
      lastAssistantMessageIsCompleteWithToolCalls(state),
  });
  const runtime = useAISDKRuntime(chat);
  const { thread } = runtime;
  const [{ messages, isRunning }, setThread] = useState(() => thread.getState());
  useEffect(() => thread.subscribe(() => setThread(thread.getState())), [thread]);
  const last = messages.at(-1);
  const at = last?.content.findIndex(({ approval }) => approval && approval.approved === undefined);
  const asked = at >= 0 ? last.content[at].approval.id : undefined;
  onState({
    status: isRunning ? 'streaming' : 'ready',
    error: last?.status?.type === 'incomplete' ? last.status.error?.message : undefined,
    text:
      last?.role === 'assistant' ? (last.content.findLast(({ type }) => type === 'text')?.text ?? '') : '',
    lastId: last?.id,
    asked,
    ran,
    send: (text, { image } = {}) =>
      thread.append({
        role: 'user',
        content: [{ type: 'text', text }, ...(image ? [{ type: 'image', image }] : [])],
      }),
    approve: () =>
      thread
        .getMessageByIndex(messages.length - 1)
        .getMessagePartByIndex(at)
        .respondToToolApproval({ approved: true }),
    stop: () => thread.cancelRun(),
  });
  return h(AssistantRuntimeProvider, { runtime }, h(AddTool));
}

startChecks({
  Client,
  version: CHAT_VERSION,
  lacks: {
    structured: 'a chat shows messages; it asks for no object',
    409: 'it gives every message a new id',
  },
});
