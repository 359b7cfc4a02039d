import { garbledPart } from '../facts/garbled-text.ts'
import { lettersOf, type PageText } from '../facts/page-text.ts'
import { countKept, type Sketch } from '../facts/text-sketch.ts'
import { notFoundPart } from './not-found-text.ts'

export interface PageBefore {
  /** The robots that could not index the page; `*` stands for all. */
  readonly noindex: readonly string[]
  readonly refresh: boolean
  readonly script: boolean
  /** Whether the page loaded files of the site itself over http. */
  readonly insecure: boolean
  /** The other path that the page named as canonical, if any. */
  readonly canonical: string | undefined
  readonly text: TextBefore | undefined
}

export interface FileBefore {
  readonly script: boolean
  readonly insecure: boolean
  /** The number of entries of a feed; undefined for any other file. */
  readonly entries: number | undefined
}

export interface TextBefore {
  readonly title: string
  readonly description: string
  /** The number of letters of the whole page. */
  readonly letters: number
  /** The number of letters outside navigation, header and footer. */
  readonly content: number
  /** The sketch of the page's own text, without what other pages of the site share. */
  readonly sketch: Sketch
  readonly garbled: boolean
  readonly notFound: boolean
}

export type TextChange =
  | { readonly kind: 'blank' }
  | { readonly kind: 'garbled'; readonly found: string }
  | { readonly kind: 'not found'; readonly found: string }
  | { readonly kind: 'shrank'; readonly before: number; readonly after: number }
  | { readonly kind: 'other'; readonly percent: number }

/** The hashes below which a page that has kept its title counts as unchanged. */
const LEAST_HASHES = 4
/** The hashes below which a page with its old title may count as shrunk, never as replaced. */
const SHORT = 16
/** The share of its text below which a page counts as replaced. */
const OTHER = 0.25
/** The share of its text, and of its number of letters, below which a page counts as shrunk. */
const SHRUNK = 0.5

/** Returns undefined for an edited text. Without `before`, finds only blank, garbled and not-found pages. */
export function textChange(text: PageText, before: TextBefore | undefined): TextChange | undefined {
  if (text.visible.trim() === '') {
    const wasBlank = before ? before.letters === 0 : text.hasMedia || text.hasScripts
    return wasBlank ? undefined : { kind: 'blank' }
  }
  const garbled = before?.garbled ? undefined : garbledPart(`${text.title}\n${text.visible}`)
  if (garbled !== undefined) return { kind: 'garbled', found: garbled }
  const found = before?.notFound ? undefined : notFoundPart(text)
  if (found !== undefined) return { kind: 'not found', found }
  return before && lostText(text, before)
}

function lostText(text: PageText, { sketch, content, title }: TextBefore): TextChange | undefined {
  if (sketch.length === 0) return undefined
  const kept = countKept(sketch, text.visible) / sketch.length
  if (kept >= SHRUNK) return undefined
  const after = lettersOf(text.content)
  const hasTitle = after > 0 && text.title === title
  if (hasTitle && sketch.length < LEAST_HASHES) return undefined
  if (after < SHRUNK * content) return { kind: 'shrank', before: content, after }
  if (hasTitle && sketch.length < SHORT) return undefined
  return kept < OTHER ? { kind: 'other', percent: Math.round(kept * 100) } : undefined
}
