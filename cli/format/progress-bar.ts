export interface ProgressBar {
  show(done: number, total: number, label: string): void;
  clear(): void;
}

const CELLS = 24;
const EVERY_MS = 100;

export function createProgressBar(stream: NodeJS.WriteStream): ProgressBar {
  if (!stream.isTTY) return { show: () => undefined, clear: () => undefined };
  let shownMs = -Infinity;
  return {
    show(done, total, label) {
      if (performance.now() - shownMs < EVERY_MS && done < total) return;
      shownMs = performance.now();
      stream.write(`\r\u001B[2K${drawBar({ done, total, label, columns: stream.columns })}`);
    },
    clear() {
      stream.write('\r\u001B[2K');
    },
  };
}

export function drawBar({ done, total, label, columns }: DrawBarInput): string {
  const share = total === 0 ? 1 : Math.min(1, done / total);
  const full = Math.round(share * CELLS);
  const bar = `${'█'.repeat(full)}${'░'.repeat(CELLS - full)} ${String(Math.floor(100 * share)).padStart(3)} %  ${label}`;
  return bar.slice(0, Math.max(0, columns - 1));
}

interface DrawBarInput {
  done: number;
  total: number;
  label: string;
  columns: number;
}
