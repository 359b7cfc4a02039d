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
  /** The places after kura's lines in the section under the heading, by path. */
  readonly places: ReadonlyMap<string, Place>
  readonly last: Block | undefined
}

/** The bullet of an added line that follows no line of kura. */
export const BULLET = '- '

interface Section {
  under: Place
  readonly places: Map<string, Place>
}

/** Collects the places for new lines, which are under the first `heading`. The caller passes each block to `see`. */
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

/** Starts the section of a heading. Returns undefined for a heading that is not the first of its kind. */
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
  // lines added before the section's first line get its bullet, so that they join the list
  if (section.places.size === 0) section.under = { at: section.under.at, bullet: place.bullet }
  section.places.set(path, place)
}

/** How a heading matches: its text is the same, or a reader shows it the same. The former is preferred. */
type HeadingMatch = 'written' | 'shown'

/** The letters of Japanese. Some programs put a space between these and Latin letters, and others remove it. */
const JAPANESE = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}]`
const GAP = new RegExp(`(?<=${JAPANESE}) +(?=[!-~])|(?<=[!-~]) +(?=${JAPANESE})`, 'gu')

/** Compares blocks with `heading`, without regard to escaped signs and to spaces around Japanese letters. */
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
