/** The web pages of an authorization by a link, without scripts or anything else to load. Pure. */
import { type Html, html, htmlPage, type Piece } from '../../../../core/http/html.ts'
import { type Message, phrase } from '../../../../core/language/catalogue.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { quotedReason } from '../../../../core/language/outside.ts'
import { type Say, sayIn } from '../../../../core/language/text.ts'
import type { Phrase } from '../../../../core/phrase.ts'
import { type Company, companyText, numberOf } from '../company.ts'
import { CONFIRM_PATH } from '../contract.ts'
import type { Question, RefusedView, View } from './confirm.ts'
import { PAGE_STYLE } from './style.ts'
import { AUTHORIZATION, ROLES } from './words.ts'

/** What a page shows: a view, or an error. */
export type Shown =
  | View
  /** `wrong_request`: no link or button of kura leads to such a request, and trying again does not help. */
  | { readonly kind: 'error' | 'wrong_request'; readonly text: string }
  | { readonly kind: 'preview' }

type Texts = typeof AUTHORIZATION
/** The names of the texts without placeholders. */
type Plain = { [K in keyof Texts]: Texts[K] extends Message<Empty> ? K : never }[keyof Texts]
type Empty = Readonly<Record<never, never>>

interface Reader {
  readonly speak: (key: Plain) => string
  readonly say: Say
}

/** Returns the HTML of the whole page; every text from outside is escaped. */
export function pageHtml(shown: Shown, locale: Locale): string {
  const say = sayIn(locale)
  const reader: Reader = { say, speak: key => say(AUTHORIZATION[key]) }
  const { heading, body } = contentOf(shown, reader)
  const mark = reader.speak('title')
  return htmlPage({
    language: locale.language,
    title: `${heading} - ${mark}`,
    style: PAGE_STYLE,
    body: html`<main>
<p class="mark">${mark}</p>
<h1>${heading}</h1>
${body}
</main>`,
  })
}

interface Content {
  readonly heading: string
  readonly body: readonly Piece[]
}

function contentOf(shown: Shown, reader: Reader): Content {
  const { speak, say } = reader
  switch (shown.kind) {
    case 'ask':
      return { heading: speak('ask'), body: questionBody(shown, reader) }
    case 'foreign':
      return { heading: speak('foreign'), body: foreignBody(shown, reader) }
    case 'kept':
      return {
        heading: speak('kept'),
        body: [facts([[speak('company'), companyText(shown.company)]]), text(speak('keptText'))],
      }
    case 'failed':
      return ended(
        speak('failed'),
        say(AUTHORIZATION.failedText, { reason: quotedReason(shown.reason) }),
        reader,
      )
    case 'interrupted':
      return ended(speak('failed'), speak('interruptedText'), reader)
    case 'refused':
      return refusedContent(shown.why, reader)
    case 'error':
      return {
        heading: speak('error'),
        body: [html`<p lang="en">${shown.text}</p>`, text(speak('errorAct'))],
      }
    case 'wrong_request':
      return {
        heading: speak('wrongRequest'),
        body: [text(speak('wrongRequestText')), html`<p lang="en"><small>${shown.text}</small></p>`],
      }
    case 'declined':
    case 'denied':
    case 'preview':
    case 'replaced':
    case 'waiting':
      return { heading: speak(shown.kind), body: [text(speak(`${shown.kind}Text`))] }
    case 'not_back':
      return { heading: speak('notBack'), body: [text(speak('notBackText'))] }
  }
}

function questionBody({ why, company, current, token, until }: Question, reader: Reader): Piece[] {
  const { speak, say } = reader
  const { role, id, number, name } = company
  const rows: Row[] = [
    [speak('company'), name || String(id)],
    ...(number === '' ? [] : [[speak('number'), number] as const]),
    [speak('id'), String(id)],
    ...(role === undefined ? [] : [[speak('role'), roleText(role, say)] as const]),
    [speak('inUse'), current ? companyText(current) : say(AUTHORIZATION.none)],
  ]
  const isAdmin = role === undefined || role === 'admin'
  return [
    text(speak(why === 'same' ? 'askSame' : 'askFirst')),
    ...(why === 'change' ? [warning(changeText(current, reader))] : []),
    facts(rows),
    ...(isAdmin ? [] : [warning(speak('notAdmin'))]),
    html`<p><small>${say(AUTHORIZATION.until, { at: until })}</small></p>`,
    html`<form method="post" action="${CONFIRM_PATH}">
<input type="hidden" name="token" value="${token}">
<button class="keep" name="answer" value="keep">${speak('keep')}</button>
<button class="drop" name="answer" value="drop">${speak('drop')}</button>
</form>`,
  ]
}

function changeText(current: Company | undefined, { speak, say }: Reader): string {
  return current ? say(AUTHORIZATION.askChange, { from: companyText(current) }) : speak('askUnknown')
}

function foreignBody(
  { companies, current, named }: Extract<View, { kind: 'foreign' }>,
  { speak, say }: Reader,
): Piece[] {
  const [only, another] = companies
  const opened =
    only && !another
      ? phrase(AUTHORIZATION.openedOne, { company: companyText(only) })
      : phrase(AUTHORIZATION.openedSeveral)
  const used = usedPhrase({ current, named })
  return [
    warning(say(AUTHORIZATION.foreignText, { opened, used })),
    text(speak('foreignAct')),
    command(`kura accounting authorize --company ${numberOf(companies)}`),
  ]
}

function usedPhrase({
  current,
  named,
}: Pick<Extract<View, { kind: 'foreign' }>, 'current' | 'named'>): Phrase {
  if (named !== undefined) return phrase(AUTHORIZATION.wantsNamed, { named })
  if (current) return phrase(AUTHORIZATION.usesOther, { company: companyText(current) })
  return phrase(AUTHORIZATION.usesUnknown)
}

/** Returns the name of a role. A role that kura does not know is shown as the service names it. */
function roleText(role: string, say: Say): string {
  return Object.hasOwn(ROLES, role) ? say(ROLES[role as keyof typeof ROLES]) : role
}

function refusedContent(why: RefusedView['why'], reader: Reader): Content {
  const { speak } = reader
  switch (why) {
    case 'stale':
      return {
        heading: speak('stale'),
        body: [text(speak('staleText')), html`<p><a href="${CONFIRM_PATH}">${speak('toQuestion')}</a></p>`],
      }
    case 'no_cookie':
      return { heading: speak('noCookie'), body: [text(speak('noCookieText'))] }
    case 'other_browser':
      return ended(speak('otherBrowser'), speak('otherBrowserText'), reader)
    case 'other_state':
      return ended(speak('notValid'), speak('otherStateText'), reader)
    case 'not_valid':
      return ended(speak('notValid'), speak('notValidText'), reader)
  }
}

/** Returns the page for an authorization that cannot continue and has to be begun again. */
function ended(heading: string, why: string, { speak }: Reader): Content {
  return { heading, body: [text(why), text(speak('newLink')), command('kura accounting authorize')] }
}

type Row = readonly [name: string, value: string]

/** Returns a list of names and values. */
function facts(rows: readonly Row[]): Html {
  const items = rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)
  return html`<dl>\n${items}\n</dl>`
}

function text(words: string): Html {
  return html`<p>${words}</p>`
}

function warning(words: string): Html {
  return html`<p class="warning">${words}</p>`
}

/** Returns a command as HTML, without line breaks inside the name of an option. */
function command(words: string): Html {
  const parts = words
    .split(/(--\S+)/)
    .map(part => (part.startsWith('--') ? html`<span>${part}</span>` : part))
  return html`<pre><code>${parts}</code></pre>`
}
