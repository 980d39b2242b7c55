import { useRef } from 'react';

export function useRequestId(): { idOf: (request: unknown) => string; forget: () => void } {
  const last = useRef<{ request: string; id: string }>(undefined);
  return {
    idOf(request) {
      const sent = JSON.stringify(request);
      if (last.current?.request !== sent) last.current = { request: sent, id: crypto.randomUUID() };
      return last.current.id;
    },
    forget() {
      last.current = undefined;
    },
  };
}
