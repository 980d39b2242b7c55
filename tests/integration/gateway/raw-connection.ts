import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface RawResponse {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Buffer;
  isContinued: boolean;
  isLast: boolean;
}

export class RawConnection {
  readonly #socket: Socket;
  readonly #chunks: AsyncIterator<Buffer>;
  #received: Buffer = Buffer.alloc(0);

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.#chunks = (socket as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  }

  static async open(url: string): Promise<RawConnection> {
    const { port, hostname } = new URL(url);
    const socket = connect({ port: Number(port), host: hostname, noDelay: true });
    await once(socket, 'connect');
    return new RawConnection(socket);
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes);
  }

  async read(method: string): Promise<RawResponse> {
    let head = await this.#readHead();
    const isContinued = head.status === 100;
    if (isContinued) head = await this.#readHead();
    const { status, headers } = head;
    const hasBody = method !== 'HEAD' && status !== 204 && status !== 304;
    const isStream = hasBody && headers['content-type']?.startsWith('text/event-stream') === true;
    const body = hasBody && !isStream ? await this.#readBody(headers) : Buffer.alloc(0);
    return { status, headers, body, isContinued, isLast: isStream || headers['connection'] === 'close' };
  }

  close(): void {
    this.#socket.destroy();
  }

  async #readHead(): Promise<{ status: number; headers: Record<string, string> }> {
    const head = (await this.#takeThrough('\r\n\r\n')).toString('latin1').trimEnd();
    const [first = '', ...lines] = head.split('\r\n');
    const status = /^HTTP\/1\.1 (\d{3})/.exec(first)?.[1];
    if (status === undefined) throw new Error(`'${first.slice(0, 100)}' is not the head of a response`);
    const fields = lines.map((line) => /^([^:]+): *(.*)$/.exec(line)?.slice(1) as [string, string]);
    return {
      status: Number(status),
      headers: Object.fromEntries(fields.map(([name, value]) => [name.toLowerCase(), value])),
    };
  }

  async #readBody(headers: Readonly<Record<string, string>>): Promise<Buffer> {
    if (headers['transfer-encoding'] === 'chunked') return this.#readChunks();
    const length = headers['content-length'];
    if (length !== undefined) return this.#take(Number(length));
    while (await this.#receiveMore());
    return this.#take(this.#received.length);
  }

  async #readChunks(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for (;;) {
      const size = parseInt((await this.#takeThrough('\r\n')).toString(), 16);
      const chunk = await this.#take(size + 2);
      if (size === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, size));
    }
  }

  async #takeThrough(end: string): Promise<Buffer> {
    for (;;) {
      const at = this.#received.indexOf(end);
      if (at >= 0) return this.#take(at + end.length);
      if (!(await this.#receiveMore())) throw this.#cutOff();
    }
  }

  async #take(bytes: number): Promise<Buffer> {
    while (this.#received.length < bytes) if (!(await this.#receiveMore())) throw this.#cutOff();
    const taken = this.#received.subarray(0, bytes);
    this.#received = this.#received.subarray(bytes);
    return taken;
  }

  async #receiveMore(): Promise<boolean> {
    const { done, value } = await this.#chunks.next();
    if (done === true) return false;
    this.#received = Buffer.concat([this.#received, value]);
    return true;
  }

  #cutOff(): Error {
    return new Error(`The connection ended after '${this.#received.toString('latin1', 0, 100)}'`);
  }
}
