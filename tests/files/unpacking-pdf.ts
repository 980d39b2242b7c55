import { once } from 'node:events';
import { createDeflate } from 'node:zlib';

export async function unpackingPdf(megabytes: number): Promise<Uint8Array> {
  const stream = await deflate(megabytes);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F1 3 0 R >> >> >>',
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`);
  return Buffer.concat([
    Buffer.from(`%PDF-1.4\n${objects.join('')}`),
    Buffer.from(`5 0 obj\n<< /Length ${stream.length} /Filter /FlateDecode >>\nstream\n`),
    stream,
    Buffer.from('\nendstream\nendobj\ntrailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n'),
  ]);
}

async function deflate(megabytes: number): Promise<Buffer> {
  const packed = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  packed.on('data', (part: Buffer) => parts.push(part));
  packed.write('BT /F1 12 Tf 20 780 Td (x) Tj ');
  const blanks = Buffer.alloc(1_000_000, ' ');
  for (let written = 0; written < megabytes; written += 1)
    if (!packed.write(blanks)) await once(packed, 'drain');
  packed.end(' (y) Tj ET');
  await once(packed, 'end');
  return Buffer.concat(parts);
}
