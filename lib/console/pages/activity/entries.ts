/** The entries of the log as a table, each with its details and the link to the proof of its approval. Pure. */
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import type { Locale } from '../../../core/language/language.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { dayTimeText } from '../../../core/language/wall-clock.ts'
import { actOf, callerOf, failureOf } from '../../../services/activity/history/rows.ts'
import { listTable } from '../../frame/lists.ts'
import { facts } from '../../frame/parts.ts'
import type { View } from '../../page.ts'
import type { Entry } from './read.ts'
import { HISTORY } from './words.ts'

export function entryTable(entries: readonly Entry[], { locale }: View): Html {
  const say = sayIn(locale)
  const heads = [HISTORY.time, HISTORY.who, HISTORY.what, HISTORY.proof].map(head => say(head))
  const rows = entries.map(entry => [
    dayTimeText(entry.at, locale.timezone),
    whoOf(entry, locale),
    whatOf(entry, locale),
    proofOf(entry, say),
  ])
  return listTable(heads, rows)
}

function whoOf(entry: Entry, locale: Locale): Piece {
  const caller = textOf(callerOf(entry), locale)
  return entry.person === undefined ? caller : html`${entry.person}<br><small>${caller}</small>`
}

function whatOf(entry: Entry, locale: Locale): Html {
  const say = sayIn(locale)
  const subject = Object.values(entry.what).find(value => typeof value === 'string')
  return html`${textOf(actOf(entry), locale)} ${outcomeOf(entry, locale)}${subject === undefined ? '' : html`<br>${String(subject)}`}
<details><summary>${say(HISTORY.details, { seq: entry.seq })}</summary>${details(entry, say)}</details>`
}

function outcomeOf(entry: Entry, locale: Locale): Piece {
  const failure = failureOf(entry)
  if (!failure) return ''
  return html`<span class="tag ${entry.status < 500 ? 'warn' : 'bad'}">${textOf(failure, locale)}</span>`
}

function details({ by, endpoint, what, request, approval = '', digest }: Entry, say: Say): Html {
  return facts([
    ...Object.entries(what).map(([name, value]): [string, string] => [name, String(value)]),
    [say(HISTORY.keyid), by],
    [say(HISTORY.act), endpoint],
    [say(HISTORY.request), request],
    [say(HISTORY.approval), approval],
    [say(HISTORY.digest), digest],
  ])
}

function proofOf({ seq, approval }: Entry, say: Say): Piece {
  if (approval === undefined) return ''
  return html`<a href="/console/history/approval?digest=${approval}">${say(HISTORY.proofOf, { seq })}</a>`
}
