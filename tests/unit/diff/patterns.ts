import { seeded } from './random.js';

export interface Pattern {
  name: string;
  expected: string[];
  actual: string[];
}

/** Every pattern of change a comparison has to stand, `size` lines long. */
export function patterns(size: number): Pattern[] {
  const random = seeded(7);
  const lines = Array.from({ length: size }, (_, index) => `{"seq":${index},"text":"line ${index * 7919}"}\n`);
  const repeated = Array.from({ length: size }, () => `{"type":"chunk","index":${Math.floor(random() * 12)}}\n`);
  const some = (share: number, source: string[]): string[] => source.map((line) => (random() < share ? `changed ${line}` : line));
  const third = Math.floor(size / 3);
  return [
    { name: 'all equal', expected: lines, actual: [...lines] },
    { name: 'all changed', expected: lines, actual: lines.map((line) => `new ${line}`) },
    { name: 'a fifth changed', expected: lines, actual: some(0.2, lines) },
    { name: 'a block moved', expected: lines, actual: [...lines.slice(third), ...lines.slice(0, third)] },
    { name: 'reversed', expected: lines, actual: lines.toReversed() },
    { name: 'repeated lines, a fifth changed', expected: repeated, actual: some(0.2, repeated) },
    { name: 'repeated lines, a block moved', expected: repeated, actual: [...repeated.slice(third), ...repeated.slice(0, third)] },
    { name: 'repeated lines, all drawn again', expected: repeated, actual: repeated.map(() => repeated[Math.floor(random() * size)]!) },
    { name: 'repeated lines, a fifth left out', expected: repeated, actual: repeated.filter(() => random() > 0.2) },
    {
      name: 'two kinds of line',
      expected: repeated.map((_, index) => `${index % 2}\n`),
      actual: repeated.map(() => `${Math.floor(random() * 2)}\n`),
    },
    { name: 'everything added', expected: [], actual: lines },
    { name: 'everything removed', expected: lines, actual: [] },
  ];
}
