/** A block that is in no other one; each item of an outer list is a block of its own. */
export interface Block {
  readonly kind: 'heading' | 'item' | 'code' | 'html' | 'front matter' | 'text'
  /** The offset of its first line. */
  readonly start: number
  /** The offset after its first line, without the line ending. */
  readonly firstEnd: number
  /** The offset after the last line that belongs to it for certain, with the line ending: no blank lines at its end. */
  readonly end: number
  /** Of a heading: `## Text`, without indentation and closing signs. */
  readonly heading?: string
  /** Whether a line after the first one starts with a space or a tab. */
  readonly indented: boolean
  /** A code or HTML block that nothing ends: whatever is added behind it becomes a part of it. */
  readonly open: boolean
}
