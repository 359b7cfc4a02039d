/** A large file (a dictionary) of which each version changes a few lines, for tests of deltas. */

/** Lines of 310 KB in all. A smaller file would be compressed with the best quality, which takes longer. */
const LINES = Array.from(
  { length: 12_500 },
  (_, line) => `読み${line}\t表記${(line * 7919) % 20_011}\t${line % 13}`,
)

/** Returns the dictionary of a version. Each version changes one more line; another `seed` makes other changes. */
export function dictionary(version: number, seed = ''): string {
  const lines = [...LINES]
  for (let edit = 1; edit < version; edit++) lines[edit * 997] = `変更${seed}${edit}\t新しい表記`
  return lines.join('\n')
}

/** Returns a file of about the same size without any line of the dictionary. */
export function unlike(): string {
  return LINES.map((_, line) => `${(line * 104_729).toString(36)} ${(line * 7919).toString(2)}`).join(';')
}
