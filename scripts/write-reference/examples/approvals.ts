import { approval, connect } from '../../../index.js';
import { example } from './example.js';
import { client } from './shared.js';

example('ConnectOptions.roles', async () => {
  const { executions } = await connect({ user: 'sue', roles: ['staff'] });
  await executions.answer('execution/refund/4711', { answer: 'yes' });
});
example('ConnectOptions.admin', async () => {
  await connect({ user: 'root', admin: true });
});
example('approval.by', () => {
  approval({ prompt: 'Refund it?', by: 'staff' });
});
example('approval.quorum', () => {
  approval({ prompt: 'Refund it?', by: ['finance'], quorum: 2 });
});
example('Threadline.approvals', async () => {
  const { approvals } = await client.approvals.list({ flow: 'support' });
  for (const { executionId, call, prompt } of approvals) console.log(executionId, call, prompt);
});
