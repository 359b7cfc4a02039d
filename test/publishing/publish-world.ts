import { checkRelease } from '../../lib/publishing/check/check.ts'
import { TEST_NOW, type TestPublisher } from '../helpers/publishing/release.ts'

/** The problems of the publisher's release, without the warnings. */
export async function problemsOf({ payloadDir, releaseDir }: TestPublisher): Promise<string[]> {
  const { problems } = await checkRelease({ payloadDir, releaseDir, now: TEST_NOW, production: false })
  return problems.map(({ message }) => message)
}

/** Bytes that no compression makes smaller, the same for the same seed (a xorshift generator). */
export function pseudoRandom(size: number, seed: number): Buffer {
  const words = new Uint32Array(Math.ceil(size / 4))
  let state = 2_463_534_242 ^ (seed * 2_654_435_761)
  for (let index = 0; index < words.length; index++) {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    words[index] = state
  }
  return Buffer.from(words.buffer, 0, size)
}

/** A text of long lines, which compresses fast; texts of two seeds have no line in common. */
export function longLines(size: number, seed: number): Buffer {
  const lines = Array.from({ length: Math.ceil(size / 500) }, (_, line) =>
    `${seed}.${line} `.repeat(500).slice(0, 500),
  )
  return Buffer.from(lines.join('\n').slice(0, size))
}
