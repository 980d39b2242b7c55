import type { ClientContext } from '../client-context.js';
import type { Executions } from '../executions/executions.js';
import { auditAct, auditRead } from './audited.js';

export function auditExecutions(context: ClientContext, executions: Executions): Executions {
  const read = <Result>(name: string, target: string, perform: () => Promise<Result>): Promise<Result> =>
    auditRead(context, { action: `read.${name}`, target }, perform);
  const list = <Result>(
    name: string,
    named: string | undefined,
    perform: () => Promise<Result>,
  ): Promise<Result> => {
    // A client for one user ignores the filter's user.
    const owner = context.user ?? named;
    const target = owner === undefined ? '*' : `user/${owner}`;
    return auditRead(context, { action: `read.${name}`, target, owner }, perform);
  };
  return {
    ...executions,
    answer: (id, answer) =>
      auditAct(
        context,
        { action: 'answer', target: id, findCall: ({ call }: { call?: string }) => call },
        () => executions.answer(id, answer),
      ),
    pushStep: (id, step) =>
      auditAct(context, { action: 'push', target: id }, () => executions.pushStep(id, step)),
    rerun: (id, options) =>
      auditAct(context, { action: 'rerun', target: id }, () => executions.rerun(id, options)),
    get: (id) => read('execution', id, () => executions.get(id)),
    details: (id, options) => read('execution', id, () => executions.details(id, options)),
    node: (id, nodeId) => read('execution', id, () => executions.node(id, nodeId)),
    calls: (id) => read('calls', id, () => executions.calls(id)),
    explain: (id) => read('explain', id, () => executions.explain(id)),
    planCall: (id, settings) => read('explain', id, () => executions.planCall(id, settings)),
    trajectory: (id, options) => read('trajectory', id, () => executions.trajectory(id, options)),
    waterfall: (id, page) => read('execution', id, () => executions.waterfall(id, page)),
    step: (id, step) => read('calls', id, () => executions.step(id, step)),
    tree: (id, options) => read('execution', id, () => executions.tree(id, options)),
    queues: (id) => read('queues', id, () => executions.queues(id)),
    async *stream(id, options) {
      await read('stream', id, () => Promise.resolve());
      yield* executions.stream(id, options);
    },
    list: (filter) => list('executions', filter?.user, () => executions.list(filter)),
    search: (filter) => list('executions', filter?.user, () => executions.search(filter)),
    waiting: (filter) => list('questions', filter?.user, () => executions.waiting(filter)),
  };
}
