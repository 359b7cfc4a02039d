/** A copy of a piece of a text. A piece by itself would keep the whole text in memory, because strings share their bytes. */
export function detachedText(piece: string): string {
  return Buffer.from(piece).toString()
}
