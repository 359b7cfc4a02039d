/** An outer block, which is in no other block. Each item of an outer list is a block of its own. */
export interface Block {
  readonly kind: 'heading' | 'item' | 'code' | 'html' | 'front matter' | 'text'
  readonly start: number
  /** The end of the first line, before its line ending. */
  readonly firstEnd: number
  /** The end of the last line with text, after its line ending. */
  readonly end: number
  /** The heading without indentation and closing `#`: `## Text`. */
  readonly heading?: string
  /** Whether a line after the first one starts with a space or a tab. */
  readonly indented: boolean
  /** Whether code or HTML in the block has no end. Text that is added after the block would become part of it. */
  readonly open: boolean
}
