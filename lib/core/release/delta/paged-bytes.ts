/** The bytes of a content of any size, of which only some pages are in memory. */

/** The bits of an offset in a page of 2^16 bytes. With a power of two, a byte is found without a division. */
const PAGE_BITS = 16
const PAGE = 1 << PAGE_BITS

export interface ByteSource {
  readonly size: number
  /** Fills the page with the source's bytes from `start` on. */
  fill(page: Uint8Array, start: number): void
}

export class PagedBytes {
  readonly length: number
  readonly #pages: (Uint8Array | undefined)[] = []
  readonly #load: (number: number) => Uint8Array

  private constructor(length: number, load: (number: number) => Uint8Array) {
    this.length = length
    this.#load = load
  }

  static of(bytes: Uint8Array): PagedBytes {
    return new PagedBytes(bytes.length, number => bytes.subarray(number * PAGE, (number + 1) * PAGE))
  }

  /** Reads pages (of 64 KB) from a source. Only the `most` pages that were loaded last are kept. */
  static read(source: ByteSource, most: number): PagedBytes {
    const loaded: number[] = []
    const paged = new PagedBytes(source.size, number => {
      const freed = loaded.length === most ? paged.#give(loaded.shift()) : undefined
      loaded.push(number)
      const page = (freed ?? new Uint8Array(PAGE)).subarray(0, source.size - number * PAGE)
      source.fill(page, number * PAGE)
      return page
    })
    return paged
  }

  /** Returns the byte at `index`, or 0 after the end. */
  at(index: number): number {
    return index < this.length ? (this.#page(index >>> PAGE_BITS)[index & (PAGE - 1)] ?? 0) : 0
  }

  /** Returns bytes from `index` on: at least one, or none after the end. They are valid until more bytes are read. */
  from(index: number): Uint8Array {
    return index < this.length ? this.#page(index >>> PAGE_BITS).subarray(index & (PAGE - 1)) : NOTHING
  }

  /** Returns bytes before `index`: at least one, or none before the start. They are valid until more bytes are read. */
  before(index: number): Uint8Array {
    if (index <= 0) return NOTHING
    const last = index - 1
    return this.#page(last >>> PAGE_BITS).subarray(0, (last & (PAGE - 1)) + 1)
  }

  /** Returns a copy. Bytes after the end are zeros. */
  slice(start: number, end: number): Uint8Array {
    const copy = new Uint8Array(Math.max(0, end - start))
    for (let at = start; at < Math.min(end, this.length); ) {
      const piece = this.from(at).subarray(0, end - at)
      copy.set(piece, at - start)
      at += piece.length
    }
    return copy
  }

  #page(number: number): Uint8Array {
    const page = this.#pages[number]
    if (page) return page
    const loaded = this.#load(number)
    this.#pages[number] = loaded
    return loaded
  }

  /** Removes a page, and returns its memory for the next page. Undefined if the page was not full. */
  #give(number: number | undefined): Uint8Array | undefined {
    if (number === undefined) return undefined
    const page = this.#pages[number]
    this.#pages[number] = undefined
    return page?.length === PAGE ? page : undefined
  }
}

const NOTHING = new Uint8Array(0)
