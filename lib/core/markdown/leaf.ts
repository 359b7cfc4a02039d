/** The opening line of fenced code. At least `length` signs end the block. */
export interface Fence {
  readonly sign: string
  readonly length: number
}

export type Leaf = 'paragraph' | Fence | HtmlBlock | undefined

/** Whether a blank line ends the block. It ends some kinds of HTML, but not fenced code. */
export function endsWithBlank(leaf: Fence | HtmlBlock): boolean {
  return !('sign' in leaf) && leaf.end === undefined
}

// the patterns of the first and the last line of the seven kinds of HTML blocks (CommonMark 0.31.2, section 4.6)

const ATTRIBUTE = String.raw`\s+[a-z_:][a-z0-9:._-]*(?:\s*=\s*(?:[^"'=<>\x60\x00-\x20]+|'[^']*'|"[^"]*"))?`
export const TAG = String.raw`<[a-z][a-z0-9-]*(?:${ATTRIBUTE})*\s*/?>|</[a-z][a-z0-9-]*\s*>`
const BLOCK_TAGS =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|' +
  'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|' +
  'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|' +
  'track|ul'

/** The longest line that is tested for a tag that fills it. */
const LONGEST_TAG = 10_000

export interface HtmlBlock {
  /** Matches the last line of the block. Undefined if a blank line ends the block. */
  readonly end: RegExp | undefined
}

interface HtmlKind extends HtmlBlock {
  readonly start: RegExp
}

const KINDS: readonly HtmlKind[] = [
  { start: /^<(?:script|pre|textarea|style)(?:\s|>|$)/i, end: /<\/(?:script|pre|textarea|style)>/i },
  { start: /^<!--/, end: /-->/ },
  { start: /^<\?/, end: /\?>/ },
  { start: /^<![a-z]/i, end: />/ },
  { start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { start: new RegExp(`^</?(?:${BLOCK_TAGS})(?:\\s|/?>|$)`, 'i'), end: undefined },
]

/** The seventh kind: any other tag that fills the line. It does not interrupt a paragraph. */
const TAG_LINE: HtmlKind = { start: new RegExp(`^(?:${TAG})\\s*$`, 'i'), end: undefined }

/** @param line the line without its indentation */
export function startOfHtml(line: string, paragraph: boolean): HtmlBlock | undefined {
  const kind = KINDS.find(({ start }) => start.test(line))
  if (kind || paragraph || line.length > LONGEST_TAG) return kind
  return TAG_LINE.start.test(line) ? TAG_LINE : undefined
}
