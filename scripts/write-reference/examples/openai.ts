import { client } from './shared.js';
import { example } from './example.js';

example('Threadline.claimKey', async () => {
  await client.claimKey('order-4711', { user: 'ada', hash: '3f9c0a1b2d4e' });
});

example('Threadline.openai', async () => {
  console.log(await client.openai.metadata({ channel: 'conv_1' }, { user: 'ada' }));
});
