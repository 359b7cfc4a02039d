/** Point 1: findings about what a page says to its readers, compared with what it said before the move. */
import type { PageFacts } from '../facts/page-facts.ts'
import type { PageText } from '../facts/page-text.ts'
import { type Said, say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'
import { type TextBefore, type TextChange, textChange } from './before-move.ts'
import { MOVE_PAGE } from './words.ts'

/** The length of the piece of a page that a finding shows. */
const SHOWN = 60

/**
 * Returns the findings about the text. A page that leads elsewhere by a refresh or a script has a finding for that, and
 * needs no text.
 */
export function textFindings(
  { text, refresh, scriptRedirect }: PageFacts,
  before: TextBefore | undefined,
): [Finding['verdict'], Said][] {
  if (!text || refresh !== undefined || scriptRedirect !== undefined) return []
  const change = textChange(text, before)
  const said = change && sayChange(change, text, before)
  return [...(said ? [['failed', said] as [Finding['verdict'], Said]] : []), ...lostNames(text, before)]
}

function sayChange(change: TextChange, text: PageText, before: TextBefore | undefined): Said {
  switch (change.kind) {
    case 'blank':
      return before ? say(MOVE_PAGE.blankSinceMove, { before: before.letters }) : say(MOVE_PAGE.blank)
    case 'garbled':
      return say(MOVE_PAGE.garbled, change)
    case 'not found':
      return say(MOVE_PAGE.saysNotFound, change)
    case 'shrank':
      return say(MOVE_PAGE.shrank, change)
    case 'other':
      return say(MOVE_PAGE.saysOther, { percent: change.percent, found: beginning(text) })
  }
}

function beginning({ content, visible }: PageText): string {
  const text = content.trim() === '' ? visible : content
  return text.replace(/\s+/g, ' ').trim().slice(0, SHOWN)
}

/** The title and the description are what a search result shows. */
function lostNames({ title, description }: PageText, before: TextBefore | undefined) {
  const found: [Finding['verdict'], Said][] = []
  if (before && before.title !== '' && title === '')
    found.push(['failed', say(MOVE_PAGE.titleLost, { before: before.title })])
  if (before && before.description !== '' && description === '')
    found.push(['warning', say(MOVE_PAGE.descriptionLost, { before: before.description })])
  return found
}
