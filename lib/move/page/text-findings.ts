import { phrase } from '../../core/language/catalogue.ts'
import type { Phrase } from '../../core/phrase.ts'
import type { PageFacts } from '../facts/page-facts.ts'
import type { PageText } from '../facts/page-text.ts'
import { type Said, say } from '../phrase.ts'
import type { Finding } from '../verdicts.ts'
import { type TextBefore, type TextChange, textChange } from './before-move.ts'
import { MOVE_PAGE } from './words.ts'

const SHOWN = 60

/** Point 1. A page that leads elsewhere by a refresh or a script has none, because it needs no text. */
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
      return say(MOVE_PAGE.shrank, { ...change, found: beginning(text) })
    case 'other':
      return say(MOVE_PAGE.saysOther, {
        percent: change.percent,
        titles: titlesOf(text, before),
        found: beginning(text),
      })
  }
}

function titlesOf({ title }: PageText, before: TextBefore | undefined): Phrase {
  if (!before || before.title === title) return phrase(MOVE_PAGE.sameTitle, { title })
  return phrase(MOVE_PAGE.otherTitle, { before: before.title, title })
}

/** The text that a finding quotes, from the first heading on. */
export function beginning({ content, visible, headings }: PageText): string {
  const text = (content.trim() === '' ? visible : content).replace(/\s+/g, ' ').trim()
  return text.slice(Math.max(0, text.indexOf(headings[0] ?? ''))).slice(0, SHOWN)
}

/** Finds a lost title or description, which a search result shows. */
function lostNames({ title, description }: PageText, before: TextBefore | undefined) {
  const found: [Finding['verdict'], Said][] = []
  if (before && before.title !== '' && title === '')
    found.push(['failed', say(MOVE_PAGE.titleLost, { before: before.title })])
  if (before && before.description !== '' && description === '')
    found.push(['warning', say(MOVE_PAGE.descriptionLost, { before: before.description })])
  return found
}
