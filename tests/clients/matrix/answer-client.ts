import type { ModelRequest, Reply } from '../../../packages/testing/model-server/index.js';
import { fault, gated, offeredTools, text, toolCalls } from '../../../packages/testing/model-server/index.js';

const ROUNDS = 3;

export function answerClient(request: ModelRequest): Reply {
  const { text: question } = request;
  const all = JSON.stringify(request.messages);
  const asks = (words: string): boolean => question.includes(words);
  if (asks('Say hello')) return text('Hello, Ada.');
  if (asks('My name is')) return text('Noted.');
  if (asks('What is my name')) return text(all.includes('My name is Ada') ? 'Ada.' : 'I do not know.');
  if (asks('What is in the picture'))
    return text(/"data:image\/png;base64/.test(all) ? 'A sky.' : 'Nothing.');
  if (asks('Where is the Colosseum')) return answerCity(request);
  if (asks('Count slowly')) return gated('One, ', 'two.');
  if (asks('Break down')) return fault.status(400);
  const results = countResults(request);
  if (asks('Add up'))
    return results < ROUNDS ? toolCalls([{ name: 'add', arguments: { a: results, b: 1 } }]) : text('Three.');
  if (asks('Wipe it') || asks('yes'))
    return results === 0 ? toolCalls([{ name: 'wipe', arguments: {} }]) : text('Wiped.');
  return text('?');
}

function answerCity(request: ModelRequest): Reply {
  const [tool] = offeredTools(request);
  return tool === undefined
    ? text('{"city":"Rome"}')
    : toolCalls([{ name: tool, arguments: { city: 'Rome' } }]);
}

function countResults({ messages }: ModelRequest): number {
  return messages.filter(({ role }) => role === 'tool').length;
}
