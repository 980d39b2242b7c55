import type { UIMessage } from '../../../../packages/gateway/ui-messages/collect-message.js';
import type { ChatVersion } from './chat-site.js';

export interface SdkChat {
  messages: UIMessage[];
  readonly status: 'submitted' | 'streaming' | 'ready' | 'error';
  readonly error: Error | undefined;
  sendMessage(
    message?: { text: string; files?: UIMessage['parts'] },
    options?: { body: object },
  ): Promise<void>;
  addToolApprovalResponse(response: { id: string; approved: boolean; reason?: string }): Promise<void>;
  resumeStream(): Promise<void>;
}

type Answered = { answered: (string | undefined)[] };

interface JoinedData {
  messageId: string;
  asked: UIMessage[];
  question?: string;
}

export interface Sdk {
  version: ChatVersion;
  module: unknown;
}

export function openSdkChat(
  { version, module }: Sdk,
  {
    url,
    user,
    flow,
    id,
    sendsHistory = false,
  }: { url: string; user: string; flow: string; id: string; sendsHistory?: boolean },
): SdkChat & Answered {
  const answered: Answered['answered'] = [];
  const { AbstractChat, DefaultChatTransport, lastAssistantMessageIsCompleteWithApprovalResponses } =
    module as Version;
  const chat: SdkChat = new AbstractChat({
    id,
    state: new ChatState(),
    transport: new DefaultChatTransport({
      api: `${url}/api/chat?flow=${flow}&version=${version}`,
      headers: { authorization: `Bearer ${user}` },
      ...(!sendsHistory && { prepareSendMessagesRequest: sendNewest }),
    }),
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
    onData({ type, data }) {
      if (type !== 'data-joined') return;
      const { messageId, asked, question } = data as JoinedData;
      answered.push(question);
      const { messages: shown } = chat;
      const missing = asked.filter((question) => !shown.some((message) => message.id === question.id));
      chat.messages = shown.flatMap((message) => (message.id === messageId ? missing : [message]));
    },
  });
  return Object.assign(chat, { answered });
}

/** As the docs advise. */
const sendNewest = ({ id, messages, trigger, messageId, body }: SentRequest) => ({
  body: { ...body, id, messages: messages.slice(-1), trigger, messageId },
});

interface SentRequest {
  id: string;
  messages: UIMessage[];
  trigger: string;
  messageId: string | undefined;
  body: object | undefined;
}

interface Version {
  AbstractChat: new (init: {
    id: string;
    state: ChatState;
    transport: unknown;
    sendAutomaticallyWhen: unknown;
    onData: (part: { type: string; data: unknown }) => void;
  }) => SdkChat;
  DefaultChatTransport: new (options: {
    api: string;
    headers: Record<string, string>;
    prepareSendMessagesRequest?: (request: SentRequest) => { body: object };
  }) => unknown;
  lastAssistantMessageIsCompleteWithApprovalResponses: unknown;
}

class ChatState {
  status = 'ready';
  error: Error | undefined = undefined;
  messages: UIMessage[] = [];
  pushMessage = (message: UIMessage) => void (this.messages = [...this.messages, message]);
  popMessage = () => void (this.messages = this.messages.slice(0, -1));
  replaceMessage = (at: number, message: UIMessage) => void (this.messages = this.messages.with(at, message));
  snapshot = <Thing>(thing: Thing): Thing => structuredClone(thing);
}
