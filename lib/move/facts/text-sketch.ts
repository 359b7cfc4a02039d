/**
 * A sketch has the smallest hashes of a text's runs of three words (in Japanese and Chinese, of three characters).
 * Their share in another text shows how much of the first text is still there.
 */

/** The hashes of 32 bits, in order and without repetitions. */
export type Sketch = Uint32Array

const MOST_HASHES = 64
const RUN = 3

export function sketchOf(text: string): Sketch {
  const hashes = new Set<number>()
  eachRun(text, hash => hashes.add(hash))
  return Uint32Array.from(hashes).sort().slice(0, MOST_HASHES)
}

export function countKept(sketch: Sketch, text: string): number {
  const open = new Set(sketch)
  eachRun(text, hash => open.delete(hash))
  return sketch.length - open.size
}

export function sketchText(sketch: Sketch): string {
  return Array.from(sketch, hash => hash.toString(36)).join(' ')
}

export function readSketch(text: string): Sketch {
  return Uint32Array.from(text === '' ? [] : text.split(' '), hash => Number.parseInt(hash, 36))
}

const BASE = 0x811c9dc5
const PRIME = 0x01000193

/** Calls `onRun` with the hash of each run of words; a text with fewer words is one run. */
function eachRun(text: string, onRun: (hash: number) => void): void {
  let word = 0
  let [before, last] = [0, 0]
  let words = 0
  const endWord = () => {
    if (word === 0) return
    words += 1
    if (words >= RUN) onRun(mixed(before, last, word))
    before = last
    last = word
    word = 0
  }
  const plain = text.normalize('NFKC')
  for (let at = 0; at < plain.length; at++) {
    const code = plain.charCodeAt(at)
    if (isIdeograph(code)) {
      endWord()
      word = hashed(BASE, code)
      endWord()
    } else if (isWordPart(code)) word = hashed(word || BASE, code >= 65 && code <= 90 ? code + 32 : code)
    else endWord()
  }
  endWord()
  if (words > 0 && words < RUN) onRun(mixed(0, before, last))
}

/** Kana, kanji and the like are written without spaces, so each counts as a word. */
function isIdeograph(code: number): boolean {
  return (code >= 0x3041 && code <= 0x30ff) || (code >= 0x3400 && code <= 0x9fff)
}

function isWordPart(code: number): boolean {
  if (code < 0x80) {
    return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  }
  return code >= 0xc0 && !(code >= 0x2000 && code <= 0x303f)
}

function hashed(hash: number, code: number): number {
  return Math.imul(hash ^ code, PRIME) >>> 0
}

function mixed(one: number, two: number, three: number): number {
  let hash = Math.imul(Math.imul(one, 31) + two, 31) + three
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
