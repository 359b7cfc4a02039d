/** The pages of an authorization by a link, without scripts or anything else to load. Pure. */
import { escapeHtml, htmlPage } from '../../../../core/http/html.ts'
import { AUTHORIZATION } from '../../../../core/language/catalogue/authorization.ts'
import type { Locale } from '../../../../core/language/language.ts'
import { type Message, textOf } from '../../../../core/language/message.ts'
import { type Company, companyText, numberOf } from '../company.ts'
import { CONFIRM_PATH } from '../contract.ts'
import type { Question, RefusedView, View } from './confirm.ts'
import { PAGE_STYLE } from './style.ts'

/** What is shown: a view, or why there is none. */
export type Shown =
  | View
  /** `wrong_request`: nobody comes here by a link or a button of kura, and to try again does not help. */
  | { readonly kind: 'error' | 'wrong_request'; readonly text: string }
  | { readonly kind: 'preview' }

type Texts = typeof AUTHORIZATION
/** The texts that need no values. */
type Plain = { [K in keyof Texts]: Texts[K] extends Message ? K : never }[keyof Texts]

interface Reader {
  readonly locale: Locale
  readonly speak: (key: Plain) => string
  readonly speakOf: <Values>(message: Message<Values>, values: Values) => string
}

/** The whole page; every text from outside is escaped. */
export function pageHtml(shown: Shown, locale: Locale): string {
  const speakOf = <Values>(message: Message<Values>, values: Values) =>
    escapeHtml(textOf(message, values, locale))
  const reader: Reader = { locale, speakOf, speak: key => speakOf(AUTHORIZATION[key] as Message, undefined) }
  const { heading, body } = contentOf(shown, reader)
  const mark = reader.speak('title')
  return htmlPage({
    language: locale.language,
    title: `${heading} - ${mark}`,
    style: PAGE_STYLE,
    body: [`<p class="mark">${mark}</p>`, `<h1>${heading}</h1>`, ...body].join('\n'),
  })
}

interface Content {
  readonly heading: string
  readonly body: readonly string[]
}

function contentOf(shown: Shown, reader: Reader): Content {
  const { speak, speakOf } = reader
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
      return ended(speak('failed'), speakOf(AUTHORIZATION.failedText, shown.reason), reader)
    case 'interrupted':
      return ended(speak('failed'), speak('interruptedText'), reader)
    case 'refused':
      return refusedContent(shown.why, reader)
    case 'error':
      return {
        heading: speak('error'),
        body: [`<p lang="en">${escapeHtml(shown.text)}</p>`, text(speak('errorAct'))],
      }
    case 'wrong_request':
      return {
        heading: speak('wrongRequest'),
        body: [text(speak('wrongRequestText')), `<p lang="en"><small>${escapeHtml(shown.text)}</small></p>`],
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

function questionBody({ why, company, current, token, until }: Question, reader: Reader): string[] {
  const { speak, speakOf } = reader
  const { role, id, number, name } = company
  const rows: Row[] = [
    [speak('company'), name || String(id)],
    ...(number === '' ? [] : [[speak('number'), number] as const]),
    [speak('id'), String(id)],
    ...(role === undefined
      ? []
      : [[speak('role'), textOf(AUTHORIZATION.roleName, role, reader.locale)] as const]),
    [speak('inUse'), current ? companyText(current) : textOf(AUTHORIZATION.none, undefined, reader.locale)],
  ]
  const isAdmin = role === undefined || role === 'admin'
  return [
    text(speak(why === 'same' ? 'askSame' : 'askFirst')),
    ...(why === 'change' ? [warning(changeText(current, reader))] : []),
    facts(rows),
    ...(isAdmin ? [] : [warning(speak('notAdmin'))]),
    `<p><small>${speakOf(AUTHORIZATION.until, until)}</small></p>`,
    `<form method="post" action="${CONFIRM_PATH}">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button class="keep" name="answer" value="keep">${speak('keep')}</button>
<button class="drop" name="answer" value="drop">${speak('drop')}</button>
</form>`,
  ]
}

function changeText(current: Company | undefined, { speak, speakOf }: Reader): string {
  return current ? speakOf(AUTHORIZATION.askChange, companyText(current)) : speak('askUnknown')
}

function foreignBody(
  { companies, current, named }: Extract<View, { kind: 'foreign' }>,
  { speak, speakOf, locale }: Reader,
): string[] {
  const [only, another] = companies
  const opened = only && !another ? companyText(only) : undefined
  const used = usedText({ current, named }, locale)
  return [
    warning(speakOf(AUTHORIZATION.foreignText, { opened, used })),
    text(speak('foreignAct')),
    command(`npx kura accounting authorize --company ${numberOf(companies)}`),
  ]
}

function usedText(
  { current, named }: Pick<Extract<View, { kind: 'foreign' }>, 'current' | 'named'>,
  locale: Locale,
) {
  if (named !== undefined) return textOf(AUTHORIZATION.wantsNamed, named, locale)
  if (current) return textOf(AUTHORIZATION.usesOther, companyText(current), locale)
  return textOf(AUTHORIZATION.usesUnknown, undefined, locale)
}

function refusedContent(why: RefusedView['why'], reader: Reader): Content {
  const { speak } = reader
  switch (why) {
    case 'stale':
      return {
        heading: speak('stale'),
        body: [text(speak('staleText')), `<p><a href="${CONFIRM_PATH}">${speak('toQuestion')}</a></p>`],
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

/** What can only be begun again. */
function ended(heading: string, why: string, { speak }: Reader): Content {
  return { heading, body: [text(why), text(speak('newLink')), command('npx kura accounting authorize')] }
}

type Row = readonly [name: string, value: string]

/** The names are HTML, the values are not. */
function facts(rows: readonly Row[]): string {
  const items = rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`)
  return `<dl>\n${items.join('\n')}\n</dl>`
}

function text(html: string): string {
  return `<p>${html}</p>`
}

function warning(html: string): string {
  return `<p class="warning">${html}</p>`
}

/** A command; no line ends inside the name of an option. */
function command(words: string): string {
  return `<pre><code>${escapeHtml(words).replace(/--\S+/g, '<span>$&</span>')}</code></pre>`
}
