import { type Html, html } from '../../../core/http/html.ts'
import { formatOf } from '../../../core/language/format.ts'
import type { Locale } from '../../../core/language/language.ts'
import { type Say, sayIn } from '../../../core/language/text.ts'
import { mayOpen } from '../../frame/addresses.ts'
import { facts } from '../../frame/parts.ts'
import { FRAME } from '../../frame/words.ts'
import type { ShownPage, SignedInCall } from '../../page.ts'
import type { Session } from '../../sessions.ts'
import { HISTORY } from '../activity/words.ts'
import { MESSAGES_WORDS } from '../chat/words.ts'
import { DEVICES } from '../devices/words.ts'
import { DOMAINS } from '../registrar/words.ts'
import { MORE, scopeTexts } from './words.ts'

export async function showMore({ view }: SignedInCall<'showMore'>): Promise<ShownPage> {
  const say = sayIn(view.locale)
  return { title: say(FRAME.more), body: morePage(view.session, { say, locale: view.locale }) }
}

function morePage(
  { person, until, scopes }: Session,
  { say, locale }: { readonly say: Say; readonly locale: Locale },
): Html {
  const link = (href: string, title: string, about: string) =>
    mayOpen(href, { scopes })
      ? html`<p class="card"><a href="${href}">${title}</a><br><small>${about}</small></p>\n`
      : ''
  const may = scopeTexts(person.scopes, say)
  return html`${link('/console/connections', say(FRAME.connections), say(MORE.connections))}${link('/console/people', say(FRAME.people), say(MORE.people))}${link('/console/domains', say(DOMAINS.title), say(MORE.domains))}${link('/console/devices', say(DEVICES.title), say(MORE.devices))}${link('/console/history', say(HISTORY.title), say(MORE.history))}${link('/console/messages', say(MESSAGES_WORDS.title), say(MORE.messages))}<h2>${say(MORE.you)}</h2>
${facts([
  [say(MORE.name), person.name],
  [
    say(MORE.may),
    may.length === 0 ? say(MORE.nothing) : html`<ul>${may.map(text => html`<li>${text}</li>`)}</ul>`,
  ],
  [say(MORE.until), formatOf(locale).time(Date.parse(until))],
])}
<form method="post" action="/console/sign-out"><button>${say(FRAME.signOut)}</button></form>`
}
