import { html, type Piece } from '../../core/http/html.ts'
import { quotedWord } from '../../core/language/open-item.ts'
import { sayIn } from '../../core/language/text.ts'
import { readBooks } from '../../services/accounting/tokens/authorize/books.ts'
import { fields } from '../approvals/form.ts'
import type { EntranceCore } from '../core.ts'
import { box } from '../frame/parts.ts'
import { LINK_SCRIPT } from '../frame/script.ts'
import type { PageCall, ShownPage } from '../page.ts'
import { neededFor, whoCanVouch } from '../people/enough.ts'
import { counts, hasCounting, listPeople, momentOf } from '../people/people.ts'
import { vouchedText } from '../people/vouched-text.ts'
import { ENROL } from './enrolment-words.ts'

interface Made {
  readonly number: string
  readonly key: string
  readonly credential: string
}

export async function numberPage(made: Made, call: PageCall<'enrol'>): Promise<ShownPage> {
  const { body, core, view } = call
  const say = sayIn(view.locale)
  const { answer = '', issued = '' } = body
  const standing = await standingOf(made, core)
  const signIn = html`<a class="button${standing.counts ? ' first' : ''}" href="/console/sign-in">${say(ENROL.signIn)}</a>`
  if (standing.counts)
    return {
      title: say(ENROL.confirmed),
      script: LINK_SCRIPT,
      body: html`${box('good', say(ENROL.confirmed))}<p>${signIn}</p>`,
    }
  return {
    title: say(ENROL.number),
    script: LINK_SCRIPT,
    body: html`<p class="number">${made.number}</p>
${standing.hasAnother ? html`<p>${say(ENROL.numberOwn)}</p>` : html`<p>${say(ENROL.numberText)}</p>${vouchedText(standing, say)}`}
${core.config.deployment === 'local' ? commandPart(standing.name, made.number, view) : ''}
<div class="acts"><form method="post" action="/console/enrol">${fields({ answer, issued })}<button>${say(ENROL.look)}</button></form>
${signIn}</div>`,
  }
}

interface Standing {
  readonly name: string
  readonly counts: boolean
  /** Whether another passkey of the person counts. If so, the person alone confirms the new passkey. */
  readonly hasAnother: boolean
  /** The number of people who have confirmed the passkey, and the number of people who have to. */
  readonly count: number
  readonly needed: number
  readonly missing: readonly string[]
}

async function standingOf({ key, credential }: Made, core: EntranceCore): Promise<Standing> {
  const store = core.store()
  const [people, moment] = await Promise.all([listPeople(store), momentOf(store)])
  const { restored, now } = moment
  const person = people.find(known => known.key === key)
  const passkey = person?.passkeys.find(known => known.credential === credential)
  if (!person || !passkey)
    return { name: '', counts: false, hasAnother: false, count: 0, needed: 1, missing: [] }
  const vouchedBy = passkey.vouches.map(({ by }) => by)
  const others = people.map(other => ({ ...other, hasPasskey: hasCounting(other, moment) }))
  return {
    name: person.name,
    counts: counts(person, passkey, restored, now),
    hasAnother: person.passkeys.some(known => known !== passkey && counts(person, known, restored, now)),
    count: vouchedBy.length,
    needed: neededFor(passkey.scopes),
    missing: whoCanVouch({ name: person.name, scopes: passkey.scopes, vouchedBy }, others),
  }
}

/** Shows the command that confirms the passkey on a person's own machine, with the key that `npm start` made. */
function commandPart(name: string, number: string, { locale }: PageCall['view']): Piece {
  return html`<p>${sayIn(locale)(ENROL.command)}</p><pre>${vouchCommand(name, number)}</pre>`
}

/** The command to run in the folder of the project, quoted so that every shell reads it the same way. */
export function vouchCommand(name: string, number: string): string {
  const word = /^[\p{L}\p{N}]+$/u.test(name) ? name : quotedWord(name)
  return `npx --no kura console vouch ${word} --number "${number}"`
}

/** The name of the company whose books kura uses. Before kura has any books, this is the deployment's address. */
export async function companyName(core: EntranceCore): Promise<string> {
  const { company } = await readBooks(core.store())
  return company?.name || new URL(core.config.url()).host
}
