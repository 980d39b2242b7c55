import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** `refuse` closes connections. `silence` drops all bytes. */
export type ProxyMode = 'pass' | 'refuse' | 'silence' | 'delay';

export interface TcpProxy {
  readonly port: number;
  /** Leaving `silence` closes open connections, because they have lost bytes. */
  setMode(mode: ProxyMode): void;
  close(): Promise<void>;
}

const DELAY_MS = 100;

export async function startTcpProxy(targetPort: number, port = 0): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let mode: ProxyMode = 'pass';
  const server = createServer((inside) => {
    if (mode === 'refuse') return void inside.destroy();
    const outside = connect({ host: '127.0.0.1', port: targetPort });
    join(inside, outside);
    join(outside, inside);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    setMode(next) {
      const isBroken = next === 'refuse' || mode === 'silence';
      mode = next;
      if (isBroken) destroyAll();
    },
    async close() {
      server.close();
      destroyAll();
      await once(server, 'close');
    },
  };

  function join(from: Socket, to: Socket): void {
    /** A later chunk must not overtake a delayed one. */
    let held = 0;
    sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      if (mode === 'silence') return;
      if (mode === 'pass' && held === 0) return forward(bytes, to);
      held += 1;
      setTimeout(() => {
        held -= 1;
        forward(bytes, to);
      }, DELAY_MS);
    });
    from.on('error', () => to.destroy());
    from.on('close', () => {
      sockets.delete(from);
      setTimeout(() => to.destroy(), held > 0 ? DELAY_MS : 0);
    });
  }

  function destroyAll(): void {
    for (const socket of sockets) socket.destroy();
  }
}

function forward(bytes: Buffer, to: Socket): void {
  if (to.writable) to.write(bytes);
}
