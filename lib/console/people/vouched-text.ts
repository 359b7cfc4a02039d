import { type Html, html } from '../../core/http/html.ts'
import { catalogue } from '../../core/language/catalogue.ts'
import type { Say } from '../../core/language/text.ts'

const VOUCHED = catalogue('console.vouched', {
  vouches: {
    en: '{count} of {needed} have confirmed it.',
    ja: '{needed}人のうち{count}人が確認しました。',
  },
  canVouch: { en: 'Who can confirm it: {names}.', ja: '確認できる人：{names}' },
  noneCan: {
    en: 'Only the person who runs kura can confirm it.',
    ja: '確認できるのはkuraの担当者だけです。',
  },
})

/** The number of people who have confirmed the passkey, the number who have to, and the names of others who can. */
export interface Vouched {
  readonly count: number
  readonly needed: number
  readonly missing: readonly string[]
}

export function vouchedText({ count, needed, missing }: Vouched, say: Say): Html {
  const who = missing.length > 0 ? say(VOUCHED.canVouch, { names: missing }) : say(VOUCHED.noneCan)
  return html`<p>${say(VOUCHED.vouches, { count, needed })} ${who}</p>`
}
