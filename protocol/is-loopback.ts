export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d+){3}|::1|\[::1\]|localhost)$/.test(host);
}
