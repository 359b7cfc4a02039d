/** A release's contents are read in pieces, and each piece's memory is given back. */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { sha256 } from '../../../lib/core/release/envelope.ts'
import { openReleaseFolder } from '../../../lib/core/release/folder/folder.ts'
import { piecesOf } from '../../../lib/publishing/build/content.ts'
import { temporaryPublisher } from '../../helpers/publishing/temporary-publisher.ts'

test.each([
  { name: 'compressed parts', content: Buffer.alloc(7_000_000, 'a'), kept: 0 },
  { name: 'parts that are stored as they are', content: randomBytes(7_000_000), kept: 0 },
  { name: 'a page', content: Buffer.alloc(70_000, 'a'), kept: 1 },
])(
  '$name: whole each time; $kept pieces stay in memory, and what is cached stays',
  async ({ content, kept }) => {
    const publisher = await temporaryPublisher()
    await publisher.publish({ 'a.bin': content })
    const snapshot = openReleaseFolder(publisher.releaseDir).current()
    const cached = await snapshot.part(sha256(content), 0)
    const length = cached?.bytes.length
    for (let time = 0; time < 2; time++) {
      const pieces: Uint8Array[] = []
      const copies: Buffer[] = []
      for await (const piece of piecesOf(snapshot, sha256(content))) {
        pieces.push(piece)
        copies.push(Buffer.from(piece))
      }
      expect(Buffer.concat(copies).equals(content)).toBe(true)
      expect(pieces.filter(piece => piece.length > 0)).toHaveLength(kept)
      expect(cached?.bytes.length).toBe(length)
    }
  },
)
