import { createElement as h, useCallback, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import {
  DefaultChatTransport,
  lastAssistantMessageIsCompleteWithApprovalResponses,
  lastAssistantMessageIsCompleteWithToolCalls,
} from 'chat-ai';
import { useChat } from 'chat-react';

const address = new URL(location.href);
const id = address.searchParams.get('id');
const query = '?version=' + address.searchParams.get('version');
const api = '/api/chat' + query;

function ChatPage() {
  const [loaded, setLoaded] = useState(null);
  const [isReconnecting, setReconnecting] = useState(false);
  const load = useCallback(async (last, waitMs = 200) => {
    try {
      const response = await fetch('/api/chat/' + id + query);
      if (!response.ok) throw new Error(response.statusText);
      const { messages } = await response.json();
      setLoaded((before) => ({ key: (before?.key ?? 0) + 1, messages, unsent: findUnsent(messages, last) }));
      setReconnecting(false);
    } catch {
      reconnect(last, Math.min(waitMs * 2, 15_000));
    }
  }, []);
  const reconnect = useCallback((last, waitMs = 200) => {
    window.waits.push(waitMs);
    setReconnecting(true);
    setTimeout(load, waitMs, last, waitMs);
  }, []);
  useEffect(() => void load(), []);
  return h(
    'div',
    null,
    isReconnecting && h('p', { role: 'status' }, 'Reconnecting…'),
    loaded && h(Chat, { ...loaded, reconnect }),
  );
}

function findUnsent(stored, last) {
  const has = (id) => stored.some((message) => message.id === id);
  if (last?.messageId) return has(last.messageId) ? last : undefined;
  return last?.role === 'user' && !has(last.id) ? last : undefined;
}

function Chat({ messages: initial, unsent, reconnect }) {
  const edit = useRef();
  const chat = useChat({
    id,
    messages: initial,
    resume: unsent === undefined,
    transport: new DefaultChatTransport({
      api: api + '&after=' + encodeURIComponent(initial.at(-1)?.id ?? ''),
      prepareSendMessagesRequest: ({ id, messages, trigger, messageId, body }) => ({
        body: { ...body, id, messages: messages.slice(-1), trigger, messageId },
      }),
    }),
    sendAutomaticallyWhen: (state) =>
      lastAssistantMessageIsCompleteWithApprovalResponses(state) ||
      lastAssistantMessageIsCompleteWithToolCalls(state),
    onToolCall({ toolCall: { toolName, toolCallId } }) {
      if (toolName !== 'measure') return;
      window.measured = (window.measured ?? 0) + 1;
      chat.addToolOutput({ tool: toolName, toolCallId, output: { width: innerWidth } });
    },
    onData: ({ type, data }) => {
      if (type === 'data-joined')
        chat.setMessages((shown) => {
          const asked = data.asked.filter((question) => !shown.some((message) => message.id === question.id));
          return shown.flatMap((message) => (message.id === data.messageId ? asked : [message]));
        });
    },
    onError: (error) => {
      window.errors.push(error.message);
      if (error instanceof TypeError) reconnect(edit.current ?? chat.messages.at(-1));
    },
    onFinish: () => (edit.current = undefined),
  });
  function send(message) {
    edit.current = message.messageId && message;
    void chat.sendMessage(message);
  }
  useEffect(() => {
    window.chat = { ...chat, send };
  });
  useEffect(() => {
    if (unsent) send(unsent);
  }, []);
  return h(
    'main',
    { 'data-status': chat.status },
    chat.messages.map((message) =>
      h('section', { key: message.id, id: message.id }, message.parts.map(showPart), showActions(message)),
    ),
  );

  function showActions({ id: messageId, role, metadata }) {
    if (role !== 'assistant' || metadata?.status === undefined) return null;
    return h('button', { className: 'again', onClick: () => chat.regenerate({ messageId }) }, 'Again');
  }

  function showPart(part, at) {
    if (part.providerMetadata?.threadline?.discarded) return null;
    if (part.type === 'step-start') return null;
    if (part.type === 'tool-choose' && part.state === 'input-available') {
      const { toolCallId, input } = part;
      const give = () => chat.addToolOutput({ tool: 'choose', toolCallId, output: 'the blue ' + input.of });
      return h('p', { key: at }, textOf(part), h('button', { className: 'give', onClick: give }, 'Blue'));
    }
    if (part.state !== 'approval-requested') return h('p', { key: at }, textOf(part));
    const answer = (approved) => () => chat.addToolApprovalResponse({ id: part.approval.id, approved });
    return h(
      'p',
      { key: at },
      textOf(part),
      h('button', { className: 'yes', onClick: answer(true) }, 'Yes'),
      h('button', { className: 'no', onClick: answer(false) }, 'No'),
    );
  }
}

function textOf(part) {
  if (part.type === 'text' || part.type === 'reasoning') return part.text;
  if (part.type === 'file') return 'file ' + part.filename;
  return part.type + ' ' + JSON.stringify(part.output ?? part.errorText ?? part.state ?? part.data);
}

window.errors = [];
window.waits = [];
window.textOf = textOf;
createRoot(document.body.appendChild(document.createElement('div'))).render(h(ChatPage));
