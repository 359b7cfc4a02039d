/** Reads the parts of a Markdown page that the tests need: fenced blocks, headings and links. */

export interface Block {
  /** The line of the opening fence, from 1. */
  readonly line: number
  /** The first word after the fence. */
  readonly language: string
  /** The other words after the fence; for a file's content, its name. */
  readonly name: string
  readonly text: string
  /** The HTML comment right before the block, such as `not run: needs a deployment`. */
  readonly remark: string
}

export interface Page {
  readonly blocks: readonly Block[]
  /** The anchors of the headings, in the form of the repository's host. */
  readonly anchors: ReadonlySet<string>
  /** The targets of links and images. */
  readonly links: readonly string[]
  /** The texts between single backticks. */
  readonly inlineCode: readonly string[]
}

const FENCE = /^(?<fence>`{3,})(?<language>[^\s`]*)\s*(?<name>[^`]*)$/
const REMARK = /^<!--\s*(.*?)\s*-->$/
const HEADING = /^#{1,6}\s+(.*?)\s*#*$/
const INLINE_CODE = /`([^`]+)`/g
const LINK = /\[(?:[^[\]]|\[[^\]]*\])*\]\(([^)\s]+)(?:\s+"[^"]*")?\)/g
const REFERENCE = /^\[[^\]]+\]:\s+(\S+)/

/** Reads a page. @throws Error if a fence is never closed */
export function readMarkdown(text: string): Page {
  const lines = text.split('\n')
  const blocks: Block[] = []
  const prose: string[] = []
  for (let at = 0; at < lines.length; at++) {
    const opening = FENCE.exec(lines[at] ?? '')?.groups
    if (!opening) {
      prose.push(lines[at] ?? '')
      continue
    }
    const end = lines.indexOf(opening['fence'] ?? '', at + 1)
    if (end === -1) throw new Error(`line ${at + 1}: the fence is never closed`)
    blocks.push({
      line: at + 1,
      language: opening['language'] ?? '',
      name: (opening['name'] ?? '').trim(),
      text: lines.slice(at + 1, end).join('\n'),
      remark: REMARK.exec(lines[at - 1] ?? '')?.[1] ?? '',
    })
    at = end
  }
  return { blocks, anchors: anchorsOf(prose), links: linksOf(prose), inlineCode: inlineCodeOf(prose) }
}

function anchorsOf(lines: readonly string[]): Set<string> {
  const anchors = new Set<string>()
  for (const line of lines) {
    const heading = HEADING.exec(line)?.[1]
    if (heading === undefined) continue
    const anchor = anchorOf(heading)
    let free = anchor
    for (let count = 1; anchors.has(free); count++) free = `${anchor}-${count}`
    anchors.add(free)
  }
  return anchors
}

/** The anchor of a heading: in lower case, punctuation dropped, a hyphen for each space. */
export function anchorOf(heading: string): string {
  return heading
    .replace(LINK, match => match.slice(1, match.indexOf(']')))
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
    .replaceAll(' ', '-')
}

function linksOf(lines: readonly string[]): string[] {
  const text = lines.map(line => line.replace(INLINE_CODE, ''))
  const inline = [...text.join('\n').matchAll(LINK)].map(match => match[1] ?? '')
  return [...inline, ...text.flatMap(line => REFERENCE.exec(line)?.[1] ?? [])]
}

function inlineCodeOf(lines: readonly string[]): string[] {
  return [...lines.join('\n').matchAll(INLINE_CODE)].map(match => (match[1] ?? '').replace(/\s+/g, ' '))
}
