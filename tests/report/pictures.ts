import { crc32, deflateSync } from 'node:zlib';

/** A small PNG of one colour with a stripe of another, as base64. */
export function png(ground: readonly [number, number, number], stripe: number, size = 96): string {
  const rows = Array.from({ length: size }, (_, y) => [
    0,
    ...Array.from({ length: size }, (_unused, x) => (Math.abs(x - y) < stripe ? [255, 255, 255] : ground)).flat(),
  ]);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pieces = [part('IHDR', header), part('IDAT', deflateSync(Buffer.from(rows.flat()))), part('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...pieces]).toString('base64');
}

function part(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
