/** Whether only programs on this machine reach an address. */
export function isLoopback(host: string): boolean {
  return /^(?:127(?:\.\d+){3}|::1|\[::1\]|localhost)$/.test(host);
}
