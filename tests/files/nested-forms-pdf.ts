export function nestedFormsPdf({ depth, fan }: { depth: number; fan: number }): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [4 0 R] >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /XObject << /F 6 0 R >> >> >>',
    stream('', '/F Do'),
    ...Array.from({ length: depth }, (_, level) =>
      stream(
        `/Type /XObject /Subtype /Form /BBox [0 0 600 800] /Resources << /Font << /F1 3 0 R >> /XObject << /F ${7 + level} 0 R >> >>`,
        level === depth - 1 ? 'BT /F1 12 Tf (x) Tj ET' : '/F Do '.repeat(fan),
      ),
    ),
  ].map((body, index) => `${index + 1} 0 obj\n${body}\nendobj\n`);
  return Buffer.from(
    `%PDF-1.4\n${objects.join('')}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\n%%EOF\n`,
  );
}
function stream(dictionary: string, content: string): string {
  return `<< ${dictionary} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}
