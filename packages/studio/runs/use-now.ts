import { useEffect, useState } from 'react';

export function useNow(isOpen: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isOpen]);
  return now;
}
