/** An outer block, that is, one in no other block. Each item of an outer list is a block of its own. */
export interface Block {
  readonly kind: 'heading' | 'item' | 'code' | 'html' | 'front matter' | 'text'
  /** The offset of its first line. */
  readonly start: number
  /** The offset after its first line, without the line ending. */
  readonly firstEnd: number
  /** The offset after its last line that is not blank, with the line ending. */
  readonly end: number
  /** The text of a heading, without indentation and closing `#`: `## Text`. */
  readonly heading?: string
  /** Whether a line after the first one starts with a space or a tab. */
  readonly indented: boolean
  /**
   * Whether the block is a code or HTML block without an end, so that text which is added after it becomes a part of
   * it.
   */
  readonly open: boolean
}
