export * from './echo-conversation.js';
export * from './echo-turn.js';
