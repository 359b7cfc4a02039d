/** The entries of the log as a table, each with its details and the link to the proof of its approval. Pure. */
import { type Html, html, type Piece } from '../../../../core/http/html.ts'
import { type Say, sayIn } from '../../../../core/language/text.ts'
import { dayTimeText } from '../../../../core/language/wall-clock.ts'
import { wordsOf } from '../../../../services/activity/history/act-words.ts'
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
    whoOf(entry, say),
    whatOf(entry, say),
    proofOf(entry, say),
  ])
  return listTable(heads, rows)
}

/** The callers without a key and without a person. */
const CALLERS = {
  cron: HISTORY.byCron,
  local: HISTORY.byLocal,
  browser: HISTORY.byBrowser,
  kura: HISTORY.byKura,
} as const

function whoOf({ by, person }: Entry, say: Say): Piece {
  const caller = by in CALLERS ? say(CALLERS[by as keyof typeof CALLERS]) : undefined
  const [, id] = /^passkey:(.+)$/.exec(by) ?? []
  const key = caller ?? (id === undefined ? say(HISTORY.key, { keyid: by }) : say(HISTORY.passkey, { id }))
  return person === undefined ? key : html`${person}<br><small>${key}</small>`
}

function whatOf(entry: Entry, say: Say): Html {
  const words = wordsOf(entry)
  const subject = Object.values(entry.what).find(value => typeof value === 'string')
  return html`${words ? say(words) : entry.act} ${outcomeOf(entry, say)}${subject === undefined ? '' : html`<br>${String(subject)}`}
<details><summary>${say(HISTORY.details, { seq: entry.seq })}</summary>${details(entry, say)}</details>`
}

function outcomeOf({ status, code = String(status) }: Entry, say: Say): Piece {
  if (status < 400) return ''
  const [kind, words] = status < 500 ? ['warn', HISTORY.refused] : ['bad', HISTORY.unknown]
  return html`<span class="tag ${kind as string}">${say(words as typeof HISTORY.refused, { code })}</span>`
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
