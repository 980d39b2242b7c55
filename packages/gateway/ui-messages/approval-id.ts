export interface QuestionKey {
  executionId: string;
  nodeId: string;
  iteration: string;
  call: string | null;
}

export function formatApprovalId({ executionId, nodeId, iteration, call }: QuestionKey): string {
  return Buffer.from(JSON.stringify([executionId, nodeId, iteration, call])).toString('base64url');
}

export function parseApprovalId(id: string, rootId: string): QuestionKey | undefined {
  const parts = parseList(Buffer.from(id, 'base64url').toString());
  const [executionId, nodeId, iteration, call] = parts;
  if (typeof executionId !== 'string' || typeof nodeId !== 'string' || typeof iteration !== 'string')
    return undefined;
  if (call !== null && typeof call !== 'string') return undefined;
  const isBelow = executionId === rootId || executionId.startsWith(`${rootId}/`);
  return isBelow ? { executionId, nodeId, iteration, call } : undefined;
}

function parseList(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.length === 4 ? value : [];
  } catch {
    return [];
  }
}
