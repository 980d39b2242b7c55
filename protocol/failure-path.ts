/** Adds a node's name only once. */
export function joinFailurePath(level: `Node '${string}'` | `Flow '${string}'`, message: string): string {
  if (message.startsWith(`${level} `) && level.startsWith('Node')) return message;
  const isPath = level.startsWith('Node') ? message.startsWith("Flow '") : message.startsWith("Node '");
  return isPath
    ? `${level} → ${message.charAt(0).toLowerCase()}${message.slice(1)}`
    : `${level} failed: ${message}`;
}
