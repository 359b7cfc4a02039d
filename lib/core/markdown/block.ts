/** A block that is in no other block. Each item of an outer list is a block of its own. */
export interface Block {
  readonly kind: 'heading' | 'item' | 'code' | 'html' | 'front matter' | 'text'
  readonly start: number
  /** Before the line ending. */
  readonly firstEnd: number
  /** After the last line with text, and its line ending. */
  readonly end: number
  /** Without indentation and closing `#`: `## Text`. */
  readonly heading?: string
  /** A line after the first one starts with a space or a tab. */
  readonly indented: boolean
  /** The code or HTML has no end: text that is added after it would become part of it. */
  readonly open: boolean
}
