// A chat as its documentation says, on `useChat` of the version that it is bundled with. Runs in a browser.
import { createElement as h, useCallback, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
// Names that the bundle gives the two versions.
import { DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } from 'chat-ai';
import { useChat } from 'chat-react';

const address = new URL(location.href);
const id = address.searchParams.get('id');
const query = '?version=' + address.searchParams.get('version');
const api = '/api/chat' + query;

/** Loads what is stored, and mounts the chat with it; again after a lost connection. */
function ChatPage() {
  const [loaded, setLoaded] = useState(null);
  const load = useCallback(async () => {
    try {
      const response = await fetch('/api/chat/' + id + query);
      const { messages } = await response.json();
      setLoaded((before) => ({ key: (before?.key ?? 0) + 1, messages }));
    } catch {
      setTimeout(load, 300);
    }
  }, []);
  useEffect(() => void load(), []);
  return loaded && h(Chat, { key: loaded.key, initial: loaded.messages, reload: load });
}

function Chat({ initial, reload }) {
  const chat = useChat({
    id,
    messages: initial,
    resume: true,
    transport: new DefaultChatTransport({
      api: api + '&after=' + encodeURIComponent(initial.at(-1)?.id ?? ''),
    }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onError: (error) => {
      window.errors.push(error.message);
      if (error instanceof TypeError) setTimeout(reload, 200);
    },
  });
  useEffect(() => {
    window.chat = chat;
  });
  return h(
    'main',
    { 'data-status': chat.status },
    chat.messages.map((message) =>
      h('section', { key: message.id, id: message.id }, message.parts.map(showPart)),
    ),
  );

  function showPart(part, at) {
    if (part.providerMetadata?.threadline?.discarded) return null;
    if (part.type === 'step-start') return null;
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

/** Also of a message that is stored, in the test. */
function textOf(part) {
  if (part.type === 'text' || part.type === 'reasoning') return part.text;
  if (part.type === 'file') return 'file ' + part.filename;
  return part.type + ' ' + JSON.stringify(part.output ?? part.errorText ?? part.state ?? part.data);
}

window.errors = [];
window.textOf = textOf;
createRoot(document.body.appendChild(document.createElement('div'))).render(h(ChatPage));
