/** Browsers may neither store a page nor show it in a frame, and a page loads nothing from other sites. */
import { createHash } from 'node:crypto'
import { attributes, type Html, html, htmlPage } from '../../core/http/html.ts'
import type { Language } from '../../core/language/language.ts'
import { type Say, sayIn } from '../../core/language/text.ts'
import type { NextPage, PageAnswer, ShownPage, View } from '../page.ts'
import type { Session } from '../sessions.ts'
import { mayOpen } from './addresses.ts'
import { styleOf } from './style.ts'
import { FRAME } from './words.ts'

export function respond(answer: PageAnswer, view: View): Response {
  if (answer instanceof Response) {
    for (const [name, value] of Object.entries(HEADERS)) answer.headers.set(name, value)
    return answer
  }
  if ('to' in answer)
    return cookied(new Response(null, { status: 303, headers: { ...HEADERS, location: answer.to } }), answer)
  const { status = 200, next } = answer
  const { text, style } = frame(answer, view)
  const headers = {
    ...HEADERS,
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policyOf({ ...answer, style }),
    ...(next !== undefined && { refresh: `0; url=${next}` }),
  }
  return cookied(new Response(text, { status, headers }), answer)
}

/** A file that the browser downloads. If a browser opens the file anyway, nothing in the file runs. */
export function download(
  body: ConstructorParameters<typeof Response>[0],
  { name, type }: { readonly name: string; readonly type: string },
): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-disposition': `attachment; filename="${name}"`,
      'content-security-policy': "default-src 'none'; sandbox",
    },
  })
}

const HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const

function cookied(response: Response, { cookies = [] }: Pick<NextPage, 'cookies'>): Response {
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

function digestOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}

function policyOf({ style, script, frames, connects }: ShownPage & { readonly style: string }): string {
  return [
    "default-src 'none'",
    `style-src ${digestOf(style)}`,
    ...(script === undefined ? [] : [`script-src ${digestOf(script)}`]),
    "img-src 'self' data: blob:",
    ...(frames ? ["frame-src 'self'"] : []),
    ...(connects ? ["connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')
}

const MENU = [
  { path: '/console', name: FRAME.toDo, below: ['/console/item', '/console/approve'] },
  { path: '/console/receipts', name: FRAME.receipts, below: ['/console/receipts/row'] },
  { path: '/console/deals', name: FRAME.deals, below: ['/console/deals'] },
  {
    path: '/console/more',
    name: FRAME.more,
    below: [
      '/console/connections',
      '/console/authorize',
      '/console/people',
      '/console/domains',
      '/console/messages',
      '/console/history',
      '/console/devices',
    ],
  },
] as const

const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', ja: '日本語' }

/** The HTML of the whole page, and the style in it. */
export function frame(page: ShownPage, view: View): { readonly text: string; readonly style: string } {
  const { title, script } = page
  const body = bodyOf(page, view)
  const style = styleOf(`<body>${body}</body>${script}`) + (page.style ?? '')
  const text = htmlPage({ language: view.language, title: `${title} - kura`, style, script, body })
  return { text, style }
}

function bodyOf({ title, body, next }: ShownPage, view: View): Html {
  const say = sayIn(view.locale)
  return html`<a class="skip" href="#main">${say(FRAME.skip)}</a>
<header><p class="mark">kura</p><p class="who">${view.session ? say(FRAME.signedInAs, { name: view.session.person.name }) : ''}</p>${languageSwitch(view)}</header>
${view.session ? menu(view.path, view.session, say) : ''}
<main id="main" tabindex="-1">
<h1>${title}</h1>
${body}
${next === undefined ? '' : html`<p><a class="button first" href="${next}">${say(FRAME.next)}</a></p>`}
</main>`
}

function languageSwitch({ language, address }: View): Html {
  const other = language === 'ja' ? 'en' : 'ja'
  return html`<form method="post" action="/console/language">
<input type="hidden" name="to" value="${address}">
<button name="language" value="${other}" lang="${other}">${LANGUAGE_NAMES[other]}</button>
</form>`
}

function menu(path: string, session: Pick<Session, 'scopes'>, say: Say): Html {
  const entries = MENU.filter(entry => mayOpen(entry.path, session)).map(entry => {
    const isOpen = entry.path === path || entry.below.some(below => `${path}/`.startsWith(`${below}/`))
    const current = attributes({ 'aria-current': isOpen && 'page' })
    return html`<li><a href="${entry.path}"${current}>${say(entry.name)}</a></li>`
  })
  return html`<nav aria-label="${say(FRAME.menu)}"><ul>${entries}</ul></nav>`
}
