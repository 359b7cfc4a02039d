/** The text of a page. The frame (navigation, header, footer) is on every page, so the text outside it is separate. */

export interface PageText {
  readonly title: string
  readonly description: string
  readonly visible: string
  readonly content: string
  /** The headings: each `h1`, and the first `h2` unless an `h1` comes before it; at most five. */
  readonly headings: readonly string[]
  /** Whether the page has a picture, a video or an embedded page. */
  readonly hasMedia: boolean
  /** Whether the page has scripts, which may write its text. */
  readonly hasScripts: boolean
}

export interface PageTextReader {
  open(name: string, attributes: Readonly<Record<string, string>>): void
  text(data: string): void
  close(): void
  /** Returns the text; called only after the end of the page. */
  read(): PageText
}

const UNSEEN = new Set(['script', 'style', 'template', 'noscript', 'datalist', 'svg'])
const FRAME = new Set(['nav', 'header', 'footer', 'aside'])
const FRAME_ROLE = /^(?:navigation|banner|contentinfo|complementary|search)$/
const MEDIA = new Set(['img', 'picture', 'svg', 'video', 'audio', 'canvas', 'iframe', 'object', 'embed'])
const LONGEST_TITLE = 200
const LONGEST_DESCRIPTION = 300
const MOST_HEADINGS = 5

export function createPageTextReader(): PageTextReader {
  const parts = { title: '', description: '', content: '', all: '' }
  const headings: string[] = []
  const seen = { media: false, scripts: false }
  const open: Mark[] = []
  const inside = { unseen: 0, frame: 0, main: 0, title: 0, heading: 0 }
  const addText = (data: string) => {
    if (inside.unseen > 0) return
    parts.all += data
    if (inside.frame === 0) parts.content += data
  }
  const begin = (mark: Mark) => {
    open.push(mark)
    if (mark) inside[mark] += 1
    if (mark === 'heading' && headings.length < MOST_HEADINGS) headings.push('')
  }
  return {
    open(name, attributes) {
      if (inside.unseen === 0) seen.media ||= MEDIA.has(name)
      seen.scripts ||= name === 'script' && isCode(attributes)
      if (name === 'meta' && /^description$/i.test(attributes['name'] ?? '')) {
        parts.description ||= tidy(attributes['content'] ?? '', LONGEST_DESCRIPTION)
      }
      begin(markOf(name, attributes, { ...inside, headings: headings.length }))
      addText(' ')
    },
    text(data) {
      if (inside.title > 0) parts.title += data
      if (inside.title === 0) addText(data)
      if (inside.heading > 0 && inside.unseen === 0) headings[headings.length - 1] += data
    },
    close() {
      addText(' ')
      const mark = open.pop()
      if (mark) inside[mark] -= 1
    },
    read: () => ({
      title: tidy(parts.title, LONGEST_TITLE),
      description: parts.description,
      visible: parts.all,
      content: parts.content,
      headings: headings.map(heading => tidy(heading, LONGEST_TITLE)),
      hasMedia: seen.media,
      hasScripts: seen.scripts,
    }),
  }
}

type Mark = 'unseen' | 'frame' | 'main' | 'title' | 'heading' | undefined

function markOf(
  name: string,
  attributes: Readonly<Record<string, string>>,
  { main, unseen, headings }: { main: number; unseen: number; headings: number },
): Mark {
  // the title of a drawing (svg) is no title of the page
  if (name === 'title' && unseen === 0) return 'title'
  if (UNSEEN.has(name) || isHidden(attributes)) return 'unseen'
  if (name === 'main' || name === 'article' || attributes['role'] === 'main') return 'main'
  if (main === 0 && (FRAME.has(name) || FRAME_ROLE.test(attributes['role'] ?? ''))) return 'frame'
  return name === 'h1' || (name === 'h2' && headings === 0) ? 'heading' : undefined
}

function isHidden({ hidden, style = '' }: Readonly<Record<string, string>>): boolean {
  return (
    (hidden !== undefined && hidden !== 'until-found') ||
    /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(style)
  )
}

/** Whether a script is code, not data. */
export function isCode({ type = '' }: Readonly<Record<string, string>>): boolean {
  return /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script)$/i.test(type.trim())
}

function tidy(text: string, longest: number): string {
  return Buffer.from(text.replace(/\s+/g, ' ').trim().slice(0, longest)).toString()
}

export function lettersOf(text: string): number {
  return text.replace(/[\s\u200b\ufeff]+/g, '').length
}
