/** The facts about a page that the baseline recorded, for the comparison with the page after the move. */
import { garbledPart } from '../facts/garbled-text.ts'
import { lettersOf, type PageText } from '../facts/page-text.ts'
import { countKept, type Sketch } from '../facts/text-sketch.ts'
import { notFoundPart } from './not-found-text.ts'

export interface PageBefore {
  /** The robots that must not index the page; `*` for all robots. */
  readonly noindex: readonly string[]
  readonly refresh: boolean
  /** Whether a script in the page led to another address. */
  readonly script: boolean
  /** Whether the page loaded files of the site itself over http. */
  readonly insecure: boolean
  /** The path that the page named as canonical, if it was not its own. */
  readonly canonical: string | undefined
  /** The text; undefined if the baseline does not have it. */
  readonly text: TextBefore | undefined
}

export interface FileBefore {
  readonly script: boolean
  readonly insecure: boolean
  /** The number of entries of a feed; undefined for another file. */
  readonly entries: number | undefined
}

export interface TextBefore {
  readonly title: string
  readonly description: string
  /** The number of visible letters of the whole page. */
  readonly letters: number
  /** The number of letters without navigation, header and footer. */
  readonly content: number
  /**
   * The sketch (`facts/text-sketch.ts`) of the page's own text, without the text that other pages of the site share.
   */
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

/** With fewer hashes than this in the sketch, a page that has kept its title counts as unchanged. */
const LEAST_HASHES = 4
/** With fewer hashes than this in the sketch, a page that has kept its title may count as shrunk, never as replaced. */
const SHORT = 16
/**
 * The smallest share of its text that a page must keep. If it keeps less, the text counts as replaced by another one.
 */
const OTHER = 0.25
/** A page has shrunk if it keeps less than this share of its text, and of its number of letters. */
const SHRUNK = 0.5

/**
 * Undefined if the text is the same or was only edited. Without `before`, only a blank, garbled or not-found page is
 * recognized.
 */
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
