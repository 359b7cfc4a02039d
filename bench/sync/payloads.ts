/** The data that every program transfers: the same bytes in every run. */
import type { PayloadMap } from '../../test/helpers/publishing/release.ts'

export interface Change {
  readonly what: string
  readonly before: PayloadMap
  readonly after: PayloadMap
}

const FILES = 200
const FILE_BYTES = 52_500
const DICTIONARY_BYTES = 21_000_000
const LINES_CHANGED = 100
const SMALL_FILES = 1000
const SMALL_BYTES = 400

/** 200 files of text, 10.5 MB. */
export function library(): PayloadMap {
  const write = createWriter(1)
  return Object.fromEntries(
    Array.from({ length: FILES }, (_, index) => [`knowledge/${index}.md`, write(FILE_BYTES)]),
  )
}

/**
 * A dictionary of 21 MB of which one line, or 100 scattered lines, have changed; 1,000 small files of which one has.
 */
export function changes(): Change[] {
  const lines = dictionaryLines()
  const before = { 'dictionary.tsv': lines.join('') }
  const small = smallFiles()
  return [
    {
      what: 'a dictionary of 21 MB, one line changed',
      before,
      after: { 'dictionary.tsv': withChanges(lines, 1) },
    },
    {
      what: 'a dictionary of 21 MB, 100 lines changed',
      before,
      after: { 'dictionary.tsv': withChanges(lines, LINES_CHANGED) },
    },
    {
      what: '1,000 small files, one changed',
      before: small,
      after: { ...small, 'notes/500.md': `${small['notes/500.md']}one more line\n` },
    },
  ]
}

function smallFiles(): PayloadMap {
  const write = createWriter(3)
  return Object.fromEntries(
    Array.from({ length: SMALL_FILES }, (_, index) => [`notes/${index}.md`, `${write(SMALL_BYTES)}\n`]),
  )
}

function dictionaryLines(): string[] {
  const write = createWriter(2)
  const lines: string[] = []
  for (let bytes = 0, number = 0; bytes < DICTIONARY_BYTES; number++) {
    const line = `${number}\t${write(40).trim()}\n`
    lines.push(line)
    bytes += line.length
  }
  return lines
}

/** Adds a word to `count` lines at even distances. */
function withChanges(lines: readonly string[], count: number): string {
  const step = Math.floor(lines.length / count)
  const first = Math.floor(step / 2)
  return lines
    .map((line, index) => (index % step === first ? `${line.trimEnd()} changed ${index}\n` : line))
    .join('')
}

/** Writes text that compresses like real text: words from a fixed sequence, the first ones more often. */
function createWriter(seed: number): (bytes: number) => string {
  const draw = createSequence(seed)
  const words = Array.from({ length: 4000 }, () => Math.floor(draw() * 1e9).toString(36))
  return bytes => {
    let content = ''
    while (content.length < bytes) content += `${words[Math.floor(draw() ** 2 * words.length)]} `
    return content.slice(0, bytes)
  }
}

/** The mulberry32 generator: the same numbers in [0, 1) for the same seed. */
function createSequence(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
