import type { ReplyOf } from '../../../core/http/contract.ts'
import { type Html, html, type Piece } from '../../../core/http/html.ts'
import type { Locale } from '../../../core/language/language.ts'
import { type Say, sayIn, textOf } from '../../../core/language/text.ts'
import { dayTimeText } from '../../../core/language/wall-clock.ts'
import type { activityContract } from '../../../services/activity/contract.ts'
import { actOf, callerOf } from '../../../services/activity/history/rows.ts'
import { listTable } from '../../frame/lists.ts'
import { facts } from '../../frame/parts.ts'
import type { View } from '../../page.ts'
import { HISTORY } from './words.ts'

export type Entry = ReplyOf<typeof activityContract, 'activity'>['entries'][number]

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

/** The name of the key that acted, without the key's scopes, which are among the details. */
function whoOf(entry: Entry, locale: Locale): Piece {
  const [name = ''] = /^passkey:/.test(entry.by) ? [entry.by] : entry.by.split(':')
  const caller = textOf(callerOf({ by: name.replace(/--[0-9a-f]{16}$/, '') }), locale)
  return entry.person === undefined ? caller : html`${entry.person}<br><small>${caller}</small>`
}

function whatOf(entry: Entry, locale: Locale): Html {
  const say = sayIn(locale)
  const first = Object.values(entry.what).find(value => typeof value === 'string')
  const subject = first === undefined || isCode(String(first)) ? undefined : first
  return html`${textOf(actOf(entry), locale)} ${outcomeOf(entry, locale)}${subject === undefined ? '' : html`<br>${String(subject)}`}
<details><summary>${say(HISTORY.details, { seq: entry.seq })}</summary>${details(entry, say)}</details>`
}

/** Whether the text is a word for programs, such as `not_found`, or a digest. */
function isCode(text: string): boolean {
  return /^(?:[a-z]+(?:_[a-z]+)+|.*[0-9a-f]{16,}.*)$/.test(text)
}

function outcomeOf({ status }: Entry, locale: Locale): Piece {
  if (status < 400) return ''
  const [kind, text] =
    status < 500 ? (['warn', HISTORY.notDone] as const) : (['bad', HISTORY.unknown] as const)
  return html`<span class="tag ${kind}">${sayIn(locale)(text)}</span>`
}

function details({ by, endpoint, what, request, approval = '', code = '', digest }: Entry, say: Say): Html {
  return facts([
    ...Object.entries(what).map(([name, value]): [string, string] => [name, String(value)]),
    [say(HISTORY.code), code],
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
