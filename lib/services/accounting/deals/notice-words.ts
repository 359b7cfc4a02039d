import { catalogue, phrase } from '../../../core/language/catalogue.ts'
import { kura, openItem, places, quoted, remark } from '../../../core/language/open-item.ts'
import type { Reason } from '../../../core/phrase.ts'

interface DealFacts {
  readonly case: string
}
interface UnknownFacts extends DealFacts {
  readonly reason?: Reason | undefined
}
interface FlaggedFacts extends DealFacts {
  readonly flags: readonly Reason[]
}
interface ProposedFacts {
  /** The notice quotes neither the case's name nor the reason, because the proposer chose their words. */
  readonly by: string
  readonly amount: number
  readonly day: string
}
interface PlacedFacts extends DealFacts {
  readonly deal?: number | undefined
}

const called = ({ case: name }: DealFacts) => quoted(name)
const withReason = (facts: UnknownFacts) => ({ deal: called(facts), remark: remark(facts.reason) })
const withFlags = (facts: FlaggedFacts) => ({ deal: called(facts), remark: remark(...facts.flags) })
const withId = (facts: PlacedFacts) => ({ deal: called(facts), id: facts.deal ?? '' })

const WORDS = catalogue('notices.deals', {
  place: { en: 'deal {id}', ja: '取引ID {id}' },
  proposed: { en: '{amount, number} yen on {day}', ja: '{day} {amount, number}円' },
})
const amountAndDay = ({ amount, day }: ProposedFacts) => phrase(WORDS.proposed, { amount, day })

const unknownTexts = {
  title: {
    en: '{count, plural, one {It is not known whether a deal was registered} other {It is not known whether # deals were registered}}',
    ja: '登録されたかどうか分からない取引が{count, number}件あります',
  },
  line: { en: '{deal}{remark}', ja: '{deal}{remark}' },
  meaning: {
    en: 'It may be in the books or not. kura does not register it again by itself.',
    ja: '二重登録を避けるため、自動では登録し直しません。',
  },
  over: { en: 'Deals whose outcome is known now: {names}', ja: '登録結果を確認できた取引：{names}' },
} as const

const unknownDeal = {
  urgency: 'money',
  values: withReason,
  command: (facts: UnknownFacts) => kura('settle', facts.case),
  name: called,
} as const

export const dealItems = {
  deal_unknown: openItem({
    ...catalogue('notices.deal_unknown', {
      ...unknownTexts,
      act: { en: 'look for it at the accounting service', ja: '会計サービス側の登録状況を照会してください' },
    }),
    ...unknownDeal,
  }),
  deal_unsettled: openItem({
    ...catalogue('notices.deal_unsettled', {
      ...unknownTexts,
      act: {
        en: 'look for it at the accounting service; if it is not there, free it, then register it again',
        ja: '会計サービス側の登録状況を照会し、登録がなければ記録を解除してから登録し直してください',
      },
    }),
    ...unknownDeal,
  }),
  deal_review: openItem({
    ...catalogue('notices.deal_review', {
      title: {
        en: '{count, plural, one {A deal waits for a person} other {# deals wait for a person}}',
        ja: '確認待ちの取引が{count, number}件あります',
      },
      line: { en: '{deal}{remark}', ja: '{deal}{remark}' },
      meaning: {
        en: 'It is not in the books until a person has reviewed it.',
        ja: '確認が済むまで帳簿には登録されません。',
      },
      act: {
        en: 'if it is right as it is, release it; otherwise register it again, corrected',
        ja: '内容に問題がなければ承認し、誤りがあれば修正して登録し直してください',
      },
      over: { en: 'Deals that no longer wait: {names}', ja: '確認が済んだ取引：{names}' },
    }),
    urgency: 'money',
    command: facts => kura('settle', facts.case),
    name: called,
    values: withFlags,
  }),
  deal_proposed: openItem({
    ...catalogue('notices.deal_proposed', {
      title: {
        en: '{count, plural, one {A proposed deal waits for a person} other {# proposed deals wait for a person}}',
        ja: '提案された取引が{count, number}件、確認を待っています',
      },
      line: { en: '{deal}, proposed with the key "{by}"', ja: '{deal}（鍵「{by}」による提案）' },
      meaning: {
        en: 'It is not in the books until a person has released it.',
        ja: '承認されるまで帳簿には登録されません。',
      },
      act: { en: 'look at it, then release or decline it', ja: '内容を確認し、承認または却下してください' },
      over: { en: 'Proposed deals that no longer wait: {names}', ja: '確認が済んだ提案：{names}' },
    }),
    urgency: 'money',
    command: () => kura('settle', '--proposals'),
    name: amountAndDay,
    values: (facts: ProposedFacts) => ({ deal: amountAndDay(facts), by: facts.by }),
  }),
  deal_incorrect: openItem({
    ...catalogue('notices.deal_incorrect', {
      title: {
        en: '{count, plural, one {A deal must be corrected} other {# deals must be corrected}}',
        ja: '修正が必要な取引が{count, number}件あります',
      },
      line: { en: '{deal}{remark}', ja: '{deal}{remark}' },
      meaning: {
        en: 'It cannot be registered as it is, and is not in the books.',
        ja: 'このままでは登録できず、帳簿にも載っていません。',
      },
      act: {
        en: 'look at what is wrong with it, then register it again, corrected, under the same name',
        ja: '何が誤っているかを確認し、修正してから同じ名前で登録し直してください',
      },
      over: { en: 'Deals that were corrected: {names}', ja: '修正が済んだ取引：{names}' },
    }),
    urgency: 'money',
    command: () => kura('accounting', 'list', 'cases', '--state', 'review'),
    name: called,
    values: withFlags,
  }),
  deal_gone: openItem({
    ...catalogue('notices.deal_gone', {
      title: {
        en: '{count, plural, one {A deal was deleted at the accounting service} other {# deals were deleted at the accounting service}}',
        ja: '会計サービス側で削除された取引が{count, number}件あります',
      },
      line: { en: '{deal}, deal {id}', ja: '{deal}（取引ID {id}）' },
      meaning: {
        en: 'kura has it as registered, but it is no longer in the books.',
        ja: 'kuraでは登録済みですが、帳簿には残っていません。',
      },
      act: {
        en: 'if it was deleted by mistake, free it, then register it again',
        ja: '誤って削除した場合は、登録記録を解除してから登録し直してください',
      },
      over: { en: 'Deleted deals that were dealt with: {names}', ja: '削除の件が解消した取引：{names}' },
    }),
    urgency: 'money',
    command: facts => kura('settle', facts.case),
    name: called,
    values: withId,
  }),
  deal_removing: openItem({
    ...catalogue('notices.deal_removing', {
      title: {
        en: '{count, plural, one {It is not known whether a deal was deleted} other {It is not known whether # deals were deleted}}',
        ja: '削除されたかどうか分からない取引が{count, number}件あります',
      },
      line: { en: '{deal}, deal {id}', ja: '{deal}（取引ID {id}）' },
      meaning: { en: 'It may still be in the books.', ja: '帳簿に残っている可能性があります。' },
      act: { en: 'look for it at the accounting service', ja: '会計サービス側の登録状況を照会してください' },
      over: { en: 'Deals whose deletion is settled: {names}', ja: '削除の結果を確認できた取引：{names}' },
    }),
    urgency: 'money',
    command: facts => kura('settle', facts.case),
    name: called,
    values: withId,
  }),
  deal_twice: openItem({
    ...catalogue('notices.deal_twice', {
      title: {
        en: '{count, plural, one {A receipt may be in the books twice} other {# receipts may be in the books twice}}',
        ja: '二重に登録された可能性のある取引が{count, number}件あります',
      },
      line: { en: '{deal}: {places}', ja: '{deal}：{places}' },
      meaning: {
        en: 'Several deals carry the reference of one receipt, so it may count twice.',
        ja: '同じ管理番号の取引が複数あり、二重計上のおそれがあります。',
      },
      act: {
        en: 'delete all but one at the accounting service, then look again',
        ja: '会計サービスで1件だけ残して削除し、そのあと照会してください',
      },
      over: { en: 'No longer in the books twice: {names}', ja: '二重登録が解消した取引：{names}' },
    }),
    urgency: 'money',
    command: facts => kura('settle', facts.case),
    name: called,
    values: (facts: DealFacts & { deals: readonly number[]; uncertain: number }) => ({
      deal: called(facts),
      places: places(
        facts.deals.map(id => phrase(WORDS.place, { id })),
        facts.uncertain,
      ),
    }),
  }),
}
