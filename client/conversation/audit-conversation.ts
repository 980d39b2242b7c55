import type { ConversationKey } from '../../protocol/ids.js';
import type { ClientContext } from '../client-context.js';
import type { ConversationHandle } from './handle.js';
import { auditAct, auditRead } from '../audit/audited.js';

export function auditConversation(
  context: ClientContext,
  key: ConversationKey,
  handle: ConversationHandle,
): ConversationHandle {
  const { workflowId: target } = handle;
  const owner = key.user;
  const read = <Result>(name: string, perform: () => Promise<Result>): Promise<Result> =>
    auditRead(context, { action: `read.${name}`, target, owner }, perform);
  return {
    ...handle,
    history: (page) => read('history', () => handle.history(page)),
    queued: (options) => read('history', () => handle.queued(options)),
    branches: (options) => read('branches', () => handle.branches(options)),
    summaries: (options) => read('summaries', () => handle.summaries(options)),
    standing: (options) => read('standing', () => handle.standing(options)),
    withdraw: (request, isWithdrawn) =>
      auditAct(context, { action: 'withdraw', target, owner }, () => handle.withdraw(request, isWithdrawn)),
    memoryUses: (options) => read('standing', () => handle.memoryUses(options)),
    trajectory: (options) => read('trajectory', () => handle.trajectory(options)),
    threads: () => read('threads', () => handle.threads()),
    flatten: () => read('history', () => handle.flatten()),
    async *stream(turnId, options) {
      await read('stream', () => Promise.resolve());
      yield* handle.stream(turnId, options);
    },
    fork: (options) => auditAct(context, { action: 'fork', target, owner }, () => handle.fork(options)),
    merge: (options) => auditAct(context, { action: 'merge', target, owner }, () => handle.merge(options)),
    share: (options) => auditAct(context, { action: 'share', target, owner }, () => handle.share(options)),
    sharedLinks: (options) => read('links', () => handle.sharedLinks(options)),
    revokeLink: (id, options) =>
      auditAct(context, { action: 'share.revoke', target, owner }, () => handle.revokeLink(id, options)),
    delete: () => auditAct(context, { action: 'forget.conversation', target, owner }, () => handle.delete()),
    deleteThread: (id) =>
      auditAct(
        context,
        { action: 'forget.thread', target: `${target}/thread/${encodeURIComponent(id)}`, owner },
        () => handle.deleteThread(id),
      ),
  };
}
