import type { TurnEvent } from '../../../index.js';
import { client } from './shared.js';
import { example } from './example.js';

declare const event: TurnEvent;

example('TurnEvent.queued', () => {
  if (event.type === 'queued') console.log(`${event.ahead} before it`);
});
example('TurnEvent.started', () => {
  if (event.type === 'started') console.log(event.executionId);
});
example('TurnEvent.text-delta', () => {
  if (event.type === 'text-delta') process.stdout.write(event.text);
});
example('TurnEvent.reasoning-delta', () => {
  if (event.type === 'reasoning-delta') process.stderr.write(event.text);
});
example('TurnEvent.tool-call', () => {
  if (event.type === 'tool-call') console.log(event.name, event.input);
});
example('TurnEvent.tool-result', () => {
  if (event.type === 'tool-result') console.log(event.name, event.isError, event.output);
});
example('TurnEvent.compaction', () => {
  if (event.type === 'compaction') console.log(`${event.tokensBefore} tokens before it`);
});
example('TurnEvent.reset', () => {
  let shown = 'the beginning of an ans';
  if (event.type === 'reset') shown = '';
  return shown;
});
example('TurnEvent.steered', () => {
  if (event.type === 'steered') for (const { text } of event.messages) console.log(text);
});
example('TurnEvent.approval', () => {
  if (event.type === 'approval') console.log(event.prompt, event.expiresAt);
});
example('TurnEvent.node', () => {
  if (event.type === 'node') console.log(event.nodeId, event.status, event.items?.done);
});
example('TurnEvent.done', () => {
  if (event.type === 'done') console.log(event.text);
});
example('TurnEvent.failed', () => {
  if (event.type === 'failed') console.error(event.errorType, event.message);
});
example('TurnEvent.cancelled', () => {
  if (event.type === 'cancelled') console.log('stopped');
});
example('TurnEvent.tool-progress', () => {
  if (event.type === 'tool-progress') console.log(event.text);
});
example('TurnEvent.fallback', () => {
  if (event.type === 'fallback') console.log(`${event.from} is unavailable: ${event.to} answers`);
});

example('Threadline.changes', async () => {
  for await (const change of client.changes({ user: 'ada' }))
    if (change.type === 'turn-ended') console.log(change.flow, change.channel, change.turnId);
});
