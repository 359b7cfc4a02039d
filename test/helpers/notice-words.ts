/** A notice as a person reads it. */
import type { Notice } from '../../lib/language/catalogue/notices/matters.ts'
import type { Language, Locale } from '../../lib/language/language.ts'
import { matterText, oneLine } from '../../lib/notices/digest.ts'

export const ENGLISH: Locale = { language: 'en', timezone: 'Asia/Tokyo' }
export const JAPANESE: Locale = { language: 'ja', timezone: 'Asia/Tokyo' }
export const LOCALES: Readonly<Record<Language, Locale>> = { en: ENGLISH, ja: JAPANESE }

/** `<what happened>. <what it means> What to do: <act>: <command>` */
export function noticeWords(notice: Pick<Notice, 'kind' | 'facts'>, locale = ENGLISH): string {
  const { meaning, act, command } = matterText(notice, locale)
  return `${oneLine(notice, locale)}. ${meaning} What to do: ${[act, command].filter(Boolean).join(': ')}`
}

/** Notices with their words, as a person reads them in English. */
export function worded(notices: readonly Notice[]) {
  return notices.map(notice => ({ key: notice.key, step: notice.step, text: noticeWords(notice) }))
}
