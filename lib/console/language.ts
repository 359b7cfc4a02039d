import { isLanguage, type Language, type Locale } from '../core/language/language.ts'
import type { PageAnswer, PageCall } from './page.ts'

const COOKIE = '__Host-kura-language'
/** Seconds for which a browser keeps the language. */
const LIFE = 365 * 86_400

/** The person's own language, else the language chosen in this browser, else the company's language. */
export function localeOf(
  { headers }: Pick<Request, 'headers'>,
  company: Locale,
  person?: { readonly language?: Language | undefined },
): Locale {
  const [, chosen = ''] = /(?:^|;\s*)__Host-kura-language=(\w+)/.exec(headers.get('cookie') ?? '') ?? []
  const language = person?.language ?? (isLanguage(chosen) ? chosen : company.language)
  return { language, timezone: company.timezone }
}

/** Changes the language of this browser, and of the person who has signed in. Then the browser returns to the page. */
export async function setLanguage({ body, view, core }: PageCall<'setLanguage'>): Promise<PageAnswer> {
  const { language = '', to = '' } = body
  const next = isPath(to) ? to : '/console'
  if (!isLanguage(language)) return { to: next }
  if (view.session) {
    const { changePerson, speak } = await import('./people/people.ts')
    await changePerson(view.session.person.key, speak(language), core.store())
  }
  return {
    to: next,
    cookies: [`${COOKIE}=${language}; Path=/; Max-Age=${LIFE}; Secure; HttpOnly; SameSite=Lax`],
  }
}

/** Whether a text is the address of a page, without characters that a browser reads differently. */
export function isPath(text: string): text is `/console${string}` {
  if (!/^\/console(?:[/?][\w./?=&%~:+-]*)?$/.test(text) || text.includes('//')) return false
  // a browser reads `..` and `%2e%2e` as the parent folder
  const { pathname, search } = new URL(text, 'https://kura.invalid')
  return pathname + search === text
}
