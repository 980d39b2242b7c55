import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from 'chat-ai';
import { useChat } from 'chat-react';
import { useRef } from 'react';
import { startChecks } from './check-page.js';

function Client({ options: { api, headers, fetch, ...options }, onState }) {
  const ran = useRef(0);
  const chat = useChat({
    ...options,
    transport: new DefaultChatTransport({ api, headers, fetch }),
    sendAutomaticallyWhen: (state) =>
      lastAssistantMessageIsCompleteWithApprovalResponses(state) ||
      lastAssistantMessageIsCompleteWithToolCalls(state),
    onToolCall({ toolCall: { toolName, toolCallId, input } }) {
      if (toolName !== 'add') return;
      ran.current += 1;
      // The chat waits for this function, so do not await.
      chat.addToolOutput({ tool: toolName, toolCallId, output: input.a + input.b });
    },
  });
  const last = chat.messages.at(-1);
  const asked = last?.parts.find(({ state }) => state === 'approval-requested');
  onState({
    status: chat.status,
    error: chat.error?.message,
    text: last?.role === 'assistant' ? lastText(last.parts) : '',
    lastId: last?.id,
    asked: asked?.approval.id,
    ran: ran.current,
    send: (text, { id, image } = {}) => {
      const files = image ? [{ type: 'file', mediaType: 'image/png', url: image }] : [];
      return chat.sendMessage({ id, role: 'user', parts: [{ type: 'text', text }, ...files] });
    },
    approve: () => chat.addToolApprovalResponse({ id: asked.approval.id, approved: true }),
    stop: () => chat.stop(),
  });
  return null;
}

function lastText(parts) {
  return parts.findLast(({ type }) => type === 'text')?.text ?? '';
}

startChecks({
  Client,
  version: CHAT_VERSION,
  lacks: { structured: 'a chat shows messages; it asks for no object' },
});
