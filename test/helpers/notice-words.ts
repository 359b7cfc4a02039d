/** The texts of notices as people read them. */
import { NOTICE_KINDS } from '../../lib/app/notice-kinds.ts'
import type { Language, Locale } from '../../lib/core/language/language.ts'
import type { Notice } from '../../lib/core/language/open-item.ts'
import { oneLine, openItemText } from '../../lib/services/notices/digest.ts'

export const ENGLISH: Locale = { language: 'en', timezone: 'Asia/Tokyo' }
export const JAPANESE: Locale = { language: 'ja', timezone: 'Asia/Tokyo' }
export const LOCALES: Readonly<Record<Language, Locale>> = { en: ENGLISH, ja: JAPANESE }

/** `<what happened>. <what it means> What to do: <act>: <command>` */
export function noticeWords(notice: Pick<Notice, 'kind' | 'facts'>, locale = ENGLISH): string {
  const wording = { locale, kinds: NOTICE_KINDS }
  const { meaning, act, command } = openItemText(notice, wording)
  return `${oneLine(notice, wording)}. ${meaning} What to do: ${[act, command].filter(Boolean).join(': ')}`
}

/** Returns notices with their English texts. */
export function worded(notices: readonly Notice[]) {
  return notices.map(notice => ({ key: notice.key, step: notice.step, text: noticeWords(notice) }))
}

/** Names and abbreviations that Japanese texts contain in Latin letters. */
const LATIN = new Set(
  'kura cron CRON_SECRET HTTP ID DM URL DNS Location User-Agent canonical hreflang robots txt meta refresh noindex'
    .concat(
      ' Cookie JSON Punycode SNS www gzip urlset sitemapindex loc CSS JavaScript token_unstored',
      ' Ctrl-C UTF- PC NTFS Windows OneDrive PDF CSV Shift_JIS http https HSTS kura-move-check KURA_SEAL_KEYS freee WordPress',
    )
    .split(' '),
)

/** Returns the English words in a Japanese text. Quoted texts, commands, addresses and the `names` do not count. */
export function englishWords(text: string, names: readonly string[] = []): string[] {
  const own = names.reduce((left, name) => left.replaceAll(name, ' '), text)
  return own
    .replaceAll(/``[\s\S]*?``(?!`)|`[^`]*`|「[^」]*」|"[^"]*"/g, ' ')
    .replaceAll(/https?:\/\/\S+|(?:[\w-]+\.)+[a-z]{2,}|--[a-z-]+|\.\w+/g, ' ')
    .split(/[^A-Za-z_-]+/)
    .filter(word => /[A-Za-z]{2}/.test(word) && !LATIN.has(word))
}
