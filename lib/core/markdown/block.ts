/** An outer block, that is, one in no other block. Each item of an outer list is a block of its own. */
export interface Block {
  readonly kind: 'heading' | 'item' | 'code' | 'html' | 'front matter' | 'text'
  readonly start: number
  /** The offset of the end of the first line, before its line ending. */
  readonly firstEnd: number
  /** The offset after the block's last line with text, and after its line ending. */
  readonly end: number
  /** The text of a heading, without indentation and closing `#`: `## Text`. */
  readonly heading?: string
  /** Whether a line after the first one starts with a space or a tab. */
  readonly indented: boolean
  /** Whether the block is a code or HTML block without an end: text that is added after it would become part of it. */
  readonly open: boolean
}
