/** A line first continues as many open containers as it can. It may then start blocks. The rest of it is text. */
import type { Block } from './block.ts'
import { endsWithBlank, type Fence, type HtmlBlock, type Leaf, startOfHtml } from './leaf.ts'
import {
  endOfSpace,
  indentOf,
  isBlank,
  type LineCursor,
  lineCursor,
  matchHere,
  nextLine,
  readLine,
  restOf,
  startsRule,
  takeMarker,
} from './line-cursor.ts'
import { FENCE, FENCE_END, HEADING, headingText, LIST_MARKER, SIGNS, UNDERLINE } from './signs.ts'

type Draft = { -readonly [Member in keyof Block]: Block[Member] }

/** Marks a block quote among the containers. A list item is marked by the columns before its content, at least 2. */
const QUOTE = 0
/** The columns of white space that make a line indented code. */
const CODE_INDENT = 4

export class BlockScanner {
  readonly #source: string
  readonly #line: LineCursor
  readonly #containers: number[] = []
  readonly #quotes: number[] = []
  #leaf: Leaf
  /** Whether the innermost list item has no content yet. A blank line ends such an item. */
  #childless = false
  #block: Draft | undefined
  #finished: Block | undefined
  #start = 0

  constructor(source: string) {
    this.#source = source
    this.#line = lineCursor(source, 0)
  }

  /** The end of the line, before the line ending. */
  get lineEnd(): number {
    return this.#line.end
  }

  /** Reads a line. If it starts a new outer block, returns the outer block before it. */
  readLine(start: number): Block | undefined {
    this.#start = start
    this.#finished = undefined
    readLine(this.#line, start)
    const depth = this.#continueContainers()
    const all = depth === this.#containers.length
    if (all && typeof this.#leaf === 'object') this.#continueLeaf(this.#leaf)
    else if (isBlank(this.#line)) this.#close(depth)
    else this.#readBlocks(depth)
    return this.#finished
  }

  finish(): Block | undefined {
    const open = this.#containers.length === 0 && typeof this.#leaf === 'object' && !endsWithBlank(this.#leaf)
    return this.#block && { ...this.#block, open }
  }

  #continueContainers(): number {
    let quotes = 0
    const { length } = this.#containers
    for (let depth = 0; depth < length; depth++) {
      const container = this.#containers[depth] ?? QUOTE
      if (isBlank(this.#line)) return this.#continueWithBlank(quotes)
      if (!this.#continues(container)) return depth
      if (container === QUOTE) quotes++
    }
    return length
  }

  /** Continues all list items up to the next block quote in one step, because there may be many. */
  #continueWithBlank(quotes: number): number {
    const depth = this.#quotes[quotes] ?? this.#containers.length
    return this.#childless && depth === this.#containers.length ? depth - 1 : depth
  }

  #continues(container: number): boolean {
    if (container === QUOTE) return this.#takeQuoteMark()
    if (indentOf(this.#line) < container) return false
    this.#line.column += container
    return true
  }

  #takeQuoteMark(): boolean {
    if (indentOf(this.#line) >= CODE_INDENT || this.#source[this.#line.at] !== '>' || isBlank(this.#line))
      return false
    takeMarker(this.#line, 1)
    if (indentOf(this.#line) > 0) this.#line.column++
    return true
  }

  /** Closes the containers below `depth`, and the leaf. */
  #close(depth: number): void {
    if (this.#containers.length > depth) {
      this.#containers.length = depth
      while ((this.#quotes.at(-1) ?? -1) >= depth) this.#quotes.pop()
    }
    this.#leaf = undefined
    this.#childless = false
  }

  #continueLeaf(leaf: Fence | HtmlBlock): void {
    const blank = isBlank(this.#line)
    const ended = 'sign' in leaf ? this.#endsFence(leaf) : this.#endsHtml(leaf)
    if (ended) this.#leaf = undefined
    if (!blank || (!endsWithBlank(leaf) && this.#containers.length === 0)) this.#extend()
  }

  #endsFence({ sign, length }: Fence): boolean {
    if (indentOf(this.#line) >= CODE_INDENT) return false
    const run = matchHere(this.#line, FENCE_END)?.[1] ?? ''
    return run[0] === sign && run.length >= length
  }

  #endsHtml({ end }: HtmlBlock): boolean {
    return end ? end.test(restOf(this.#line)) : isBlank(this.#line)
  }

  /** Reads the rest of a line, after the markers of the containers that the line continues. */
  #readBlocks(depth: number): void {
    const { length } = this.#containers
    let place = { depth, paragraph: depth === length && this.#leaf === 'paragraph' }
    while (!isBlank(this.#line)) {
      const indented = indentOf(this.#line) >= CODE_INDENT
      if (indented || !this.#startContainer(place)) {
        if (this.#startLeaf(place, indented)) return
        break
      }
      place = { depth: this.#containers.length, paragraph: false }
    }
    if (isBlank(this.#line)) this.#childless = this.#containers.at(-1) !== QUOTE
    else this.#readText(place.depth)
  }

  /** The text continues an open paragraph, even if the line continues only some of the paragraph's containers. */
  #readText(depth: number): void {
    if (this.#leaf === 'paragraph') this.#extend()
    else this.#begin(depth, 'text', 'paragraph')
  }

  #startContainer({ depth, paragraph }: Place): boolean {
    if (this.#source[this.#line.at] === '>') {
      this.#begin(depth, 'text')
      this.#quotes.push(depth)
      this.#containers.push(QUOTE)
      return this.#takeQuoteMark()
    }
    return this.#hasSign() && !this.#startsRuleOrUnderline(paragraph) && this.#startItem({ depth, paragraph })
  }

  /** Whether the line is a rule or an underline. Both take precedence over a list marker. */
  #startsRuleOrUnderline(paragraph: boolean): boolean {
    return (paragraph && matchHere(this.#line, UNDERLINE) !== null) || startsRule(this.#line)
  }

  #startItem({ depth, paragraph }: Place): boolean {
    const marker = matchHere(this.#line, LIST_MARKER)
    if (!marker) return false
    const { length } = marker[0]
    const empty = endOfSpace(this.#line, this.#line.at + length) === this.#line.end
    if (paragraph && (empty || Number(marker[1] ?? 1) !== 1)) return false
    this.#begin(depth, 'item')
    const before = indentOf(this.#line) + length
    takeMarker(this.#line, length)
    const spaces = indentOf(this.#line)
    const width = empty || spaces > CODE_INDENT ? 1 : spaces
    this.#line.column += Math.min(width, spaces)
    this.#containers.push(before + width)
    return true
  }

  /** Starts a leaf. Returns false if the line is text. */
  #startLeaf({ depth, paragraph }: Place, indented: boolean): boolean {
    if (indented) return this.#leaf !== 'paragraph' && this.#begin(depth, 'text')
    switch (this.#source[this.#line.at]) {
      case '#':
        return this.#startHeading(depth)
      case '`':
      case '~':
        return this.#startFence(depth)
      case '<':
        return this.#startHtml(depth)
      default:
        if (paragraph && matchHere(this.#line, UNDERLINE)) return this.#underline()
        return startsRule(this.#line) && this.#begin(depth, 'text')
    }
  }

  #startHeading(depth: number): boolean {
    const signs = matchHere(this.#line, HEADING)?.[1]
    return (
      signs !== undefined && this.#begin(depth, 'heading', undefined, headingText(signs, restOf(this.#line)))
    )
  }

  #startFence(depth: number): boolean {
    const fence = matchHere(this.#line, FENCE)?.[0]
    return fence !== undefined && this.#begin(depth, 'code', { sign: fence[0] ?? '', length: fence.length })
  }

  #startHtml(depth: number): boolean {
    const html = startOfHtml(restOf(this.#line), this.#leaf === 'paragraph')
    return (
      html !== undefined && this.#begin(depth, 'html', html.end?.test(restOf(this.#line)) ? undefined : html)
    )
  }

  #underline(): boolean {
    this.#leaf = undefined
    this.#extend()
    if (this.#containers.length > 0 || !this.#block) return true
    const text = this.#source.slice(this.#block.start, this.#start).trim()
    const signs = this.#source[this.#line.at] === '=' ? '#' : '##'
    this.#block.kind = 'heading'
    this.#block.heading = `${signs} ${text}`
    return true
  }

  /** Begins a block. With `depth` 0 this is an outer block. */
  #begin(depth: number, kind: Block['kind'], leaf?: Leaf, heading?: string): true {
    this.#close(depth)
    this.#leaf = leaf
    if (depth > 0) {
      this.#extend()
      return true
    }
    this.#finished = this.#block
    this.#block = {
      kind,
      start: this.#start,
      firstEnd: this.#line.end,
      end: this.#nextStart(),
      indented: false,
      open: false,
    }
    if (heading !== undefined) this.#block.heading = heading
    return true
  }

  #extend(): void {
    if (!this.#block || this.#block.start === this.#start) return
    const first = this.#source[this.#start]
    if (first === ' ' || first === '\t') this.#block.indented = true
    this.#block.end = this.#nextStart()
  }

  #nextStart(): number {
    return nextLine(this.#source, this.#line.end)
  }

  #hasSign(): boolean {
    return SIGNS[this.#source.charCodeAt(this.#line.at)] === 1
  }
}

/** A place at which a block may start. `paragraph`: the line could continue a paragraph. */
interface Place {
  readonly depth: number
  readonly paragraph: boolean
}
