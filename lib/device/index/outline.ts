import type { Block } from '../../core/markdown/block.ts'
import { blocksOf } from '../../core/markdown/blocks.ts'
import { plainText } from '../../core/markdown/plain-text.ts'
import { createFindOwned, type SeeBlock } from './owned-lines.ts'

/** A place for new lines: after a list item, whose bullet they get, or under the heading. */
export interface Place {
  readonly at: number
  readonly bullet: string
}

export interface Outline {
  readonly found: ReadonlySet<string>
  readonly under: Place | undefined
  /** By path, the place after each of kura's lines in the section under the heading. */
  readonly places: ReadonlyMap<string, Place>
  readonly last: Block | undefined
}

/** The bullet of an added line if there is no line of kura before it. */
export const BULLET = '- '

interface Section {
  under: Place
  readonly places: Map<string, Place>
}

/** Collects where lines are added: the caller passes each block to `see`. Lines are added under the first `heading`. */
export function createOutline(heading: string): { see: SeeBlock; outline(): Outline } {
  const match = createHeadingMatch(heading)
  const found = new Set<string>()
  const sections: Partial<Record<HeadingMatch, Section>> = {}
  let section: Section | undefined
  let last: Block | undefined
  return {
    see(block, owned) {
      last = block
      if (block.kind === 'heading') section = start(sections, block, match)
      if (!owned) return
      found.add(owned.path)
      if (section) addTo(section, owned.path, { at: block.end, bullet: owned.bullet })
    },
    outline() {
      const { under, places = new Map() } = sections.written ?? sections.shown ?? {}
      return { found, under, places, last }
    },
  }
}

/** Undefined for a heading that is not the first one of its kind. */
function start(
  sections: Partial<Record<HeadingMatch, Section>>,
  block: Block,
  match: (block: Block) => HeadingMatch | undefined,
): Section | undefined {
  const kind = sections.written ? undefined : match(block)
  if (kind === undefined || sections[kind]) return undefined
  const section: Section = { under: { at: block.end, bullet: BULLET }, places: new Map() }
  sections[kind] = section
  return section
}

function addTo(section: Section, path: string, place: Place): void {
  // the bullet of the section's first line, so that a line added before it joins the list
  if (section.places.size === 0) section.under = { at: section.under.at, bullet: place.bullet }
  section.places.set(path, place)
}

/** A heading that is written alike is preferred to one that a reader only shows alike. */
type HeadingMatch = 'written' | 'shown'

/** Programs that format Japanese put a space between its letters and those of Latin, or take it away. */
const JAPANESE = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]`
const GAP = new RegExp(`(?<=${JAPANESE}) +(?=[!-~])|(?<=[!-~]) +(?=${JAPANESE})`, 'gu')

/** Compares blocks with `heading`, however their signs are escaped and Japanese letters are spaced. */
export function createHeadingMatch(heading: string): (block: Block) => HeadingMatch | undefined {
  const [{ heading: expected = '' } = {}] = blocksOf(heading)
  const level = /^#* ?/.exec(expected)?.[0] ?? ''
  const shownText = (line: string) => plainText(line).replace(GAP, '')
  const shown = shownText(expected)
  return ({ heading: given }) => {
    if (given === undefined || expected === '' || !given.startsWith(level)) return undefined
    if (given === expected) return 'written'
    return shownText(given) === shown ? 'shown' : undefined
  }
}

export function outlineOf(
  source: string,
  { heading, paths }: { heading: string; paths: Iterable<string> },
): Outline {
  const { see, outline } = createOutline(heading)
  const find = createFindOwned(source, paths)
  for (const block of blocksOf(source)) see(block, find(block))
  return outline()
}
