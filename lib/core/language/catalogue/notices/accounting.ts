/** Deals of the books. The case of a deal is the name that its caller gave it. */
import type { Format } from '../../format.ts'
import type { Language } from '../../language.ts'
import type { Message } from '../../message.ts'
import { kura, matter, remark, remarkJa } from './words.ts'

interface DealFacts {
  readonly case: string
}
interface UnknownFacts extends DealFacts {
  readonly reason?: string | undefined
}
interface FlaggedFacts extends DealFacts {
  readonly flags: readonly string[]
}
interface PlacedFacts extends DealFacts {
  readonly deal?: number | undefined
}

const quoted = ({ case: name }: DealFacts) => `"${name}"`
const quotedJa = ({ case: name }: DealFacts) => `「${name}」`
const called = (facts: DealFacts, language: Language) => (language === 'ja' ? quotedJa(facts) : quoted(facts))

const unknownTitle = {
  en: (count: number, { number, plural }: Format) =>
    plural(count, {
      one: 'It is not known whether a deal was registered',
      other: `It is not known whether ${number(count)} deals were registered`,
    }),
  ja: (count: number, { number }: Format) => `登録されたかどうか分からない取引が${number(count)}件あります`,
}

const unknownDeal = {
  urgency: 'money',
  title: unknownTitle,
  line: {
    en: (facts: UnknownFacts) => quoted(facts) + remark(facts.reason),
    ja: (facts: UnknownFacts) => quotedJa(facts) + remarkJa(facts.reason),
  },
  meaning: {
    en: () => 'It may be in the books or not. kura does not register it again by itself.',
    ja: () => '二重登録を避けるため、自動では登録し直しません。',
  },
  command: (facts: UnknownFacts) => kura('accounting', 'resolve', facts.case),
  name: called,
  over: {
    en: (names: string) => `Deals whose outcome is known now: ${names}`,
    ja: (names: string) => `登録結果を確認できた取引：${names}`,
  },
} as const

export const accountingMatters = {
  deal_unknown: matter<UnknownFacts>({
    ...unknownDeal,
    act: {
      en: () => 'look for it at the accounting service',
      ja: () => '会計サービス側の登録状況を照会してください',
    },
  }),
  deal_unsettled: matter<UnknownFacts>({
    ...unknownDeal,
    act: {
      en: () =>
        'look for it at the accounting service; if it is not there, free it with "npx kura accounting free", then register it again',
      ja: () =>
        '会計サービス側の登録状況を照会し、登録がなければ「npx kura accounting free」で解除してから登録し直してください',
    },
  }),
  deal_review: matter<FlaggedFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A deal waits for a person',
          other: `${number(count)} deals wait for a person`,
        }),
      ja: (count, { number }) => `確認待ちの取引が${number(count)}件あります`,
    },
    line: {
      en: facts => quoted(facts) + remark(...facts.flags),
      ja: facts => quotedJa(facts) + remarkJa(...facts.flags),
    },
    meaning: {
      en: () => 'It is not in the books until somebody has looked at it.',
      ja: () => '確認が済むまで帳簿には登録されません。',
    },
    act: {
      en: () => 'if it is right as it is, release it; otherwise register it again, corrected',
      ja: () => '内容に問題がなければ承認し、誤りがあれば修正して登録し直してください',
    },
    command: facts => kura('accounting', 'release', facts.case),
    name: called,
    over: {
      en: names => `Deals that no longer wait: ${names}`,
      ja: names => `確認が済んだ取引：${names}`,
    },
  }),
  deal_incorrect: matter<FlaggedFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, { one: 'A deal must be corrected', other: `${number(count)} deals must be corrected` }),
      ja: (count, { number }) => `修正が必要な取引が${number(count)}件あります`,
    },
    line: {
      en: facts => quoted(facts) + remark(...facts.flags),
      ja: facts => quotedJa(facts) + remarkJa(...facts.flags),
    },
    meaning: {
      en: () => 'It cannot be registered as it is, and is not in the books.',
      ja: () => 'このままでは登録できず、帳簿にも載っていません。',
    },
    act: {
      en: () => 'look at what is wrong with it, then register it again, corrected, under the same name',
      ja: () => '何が誤っているかを確認し、修正してから同じ名前で登録し直してください',
    },
    command: () => kura('accounting', 'cases', '--state', 'review'),
    name: called,
    over: {
      en: names => `Deals that were corrected: ${names}`,
      ja: names => `修正が済んだ取引：${names}`,
    },
  }),
  deal_gone: matter<PlacedFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A deal was deleted at the accounting service',
          other: `${number(count)} deals were deleted at the accounting service`,
        }),
      ja: (count, { number }) => `会計サービス側で削除された取引が${number(count)}件あります`,
    },
    line: {
      en: facts => `${quoted(facts)}, deal ${facts.deal}`,
      ja: facts => `${quotedJa(facts)}（取引ID ${facts.deal}）`,
    },
    meaning: {
      en: () => 'kura has it as registered, but it is no longer in the books.',
      ja: () => 'kuraでは登録済みですが、帳簿には残っていません。',
    },
    act: {
      en: () => 'if it was deleted by mistake, free it, then register it again',
      ja: () => '誤って削除した場合は、登録記録を解除してから登録し直してください',
    },
    command: facts => kura('accounting', 'free', facts.case),
    name: called,
    over: {
      en: names => `Deleted deals that were dealt with: ${names}`,
      ja: names => `削除の件が解消した取引：${names}`,
    },
  }),
  deal_removing: matter<PlacedFacts>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'It is not known whether a deal was deleted',
          other: `It is not known whether ${number(count)} deals were deleted`,
        }),
      ja: (count, { number }) => `削除されたかどうか分からない取引が${number(count)}件あります`,
    },
    line: {
      en: facts => `${quoted(facts)}, deal ${facts.deal}`,
      ja: facts => `${quotedJa(facts)}（取引ID ${facts.deal}）`,
    },
    meaning: {
      en: () => 'It may still be in the books.',
      ja: () => '帳簿に残っている可能性があります。',
    },
    act: {
      en: () => 'look for it at the accounting service',
      ja: () => '会計サービス側の登録状況を照会してください',
    },
    command: facts => kura('accounting', 'resolve', facts.case),
    name: called,
    over: {
      en: names => `Deals whose deletion is settled: ${names}`,
      ja: names => `削除の結果を確認できた取引：${names}`,
    },
  }),
  deal_twice: matter<DealFacts & { deals: readonly number[]; uncertain: number }>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'A receipt may be in the books twice',
          other: `${number(count)} receipts may be in the books twice`,
        }),
      ja: (count, { number }) => `二重に登録された可能性のある取引が${number(count)}件あります`,
    },
    line: {
      en: (facts, { list }) =>
        `${quoted(facts)}: ${list([...facts.deals.map(deal => `deal ${deal}`), ...(facts.uncertain > 0 ? ['perhaps another one'] : [])])}`,
      ja: (facts, { list }) =>
        `${quotedJa(facts)}：${list([...facts.deals.map(deal => `取引ID ${deal}`), ...(facts.uncertain > 0 ? ['ほかにもう1件の可能性あり'] : [])])}`,
    },
    meaning: {
      en: () => 'Several deals carry the reference of one receipt, so it may count twice.',
      ja: () => '同じ管理番号の取引が複数あり、二重計上のおそれがあります。',
    },
    act: {
      en: () => 'delete all but one at the accounting service, then look again',
      ja: () => '会計サービスで1件だけ残して削除し、そのあと照会してください',
    },
    command: facts => kura('accounting', 'resolve', facts.case),
    name: called,
    over: {
      en: names => `No longer in the books twice: ${names}`,
      ja: names => `二重登録が解消した取引：${names}`,
    },
  }),
  learning_stopped: learning({
    en: () => 'The run stopped before it deleted its test deals.',
    ja: () => '税区分の学習が途中で止まり、テスト用の取引が削除されていません。',
  }),
  learning_ended: learning({
    en: () => 'The run has ended, but may have left test deals behind.',
    ja: () => '税区分の学習は終わりましたが、テスト用の取引が残っている可能性があります。',
  }),
}

function learning(meaning: Message) {
  return matter<{ company: number; deals: number }>({
    urgency: 'money',
    title: {
      en: (count, { number, plural }) =>
        plural(count, {
          one: 'Test deals may be in the books of a company',
          other: `Test deals may be in the books of ${number(count)} companies`,
        }),
      ja: (count, { number }) => `テスト用の取引が帳簿に残っている事業所が${number(count)}件あります`,
    },
    line: {
      en: ({ company, deals }, { plural, number }) =>
        `company ${company}, ${number(deals)} ${plural(deals, { one: 'deal', other: 'deals' })}`,
      ja: ({ company, deals }, { number }) => `事業所ID ${company}（${number(deals)}件）`,
    },
    meaning,
    act: {
      en: () => 'run it again: it looks for its test deals and deletes them',
      ja: () => 'もう一度実行してください。テスト用の取引を探して削除します',
    },
    command: ({ company }) => kura('accounting', 'learn-tax-codes', '--company', String(company), '--write'),
    name: ({ company }) => String(company),
    over: {
      en: names => `No test deals left in the books of company ${names}`,
      ja: names => `テスト用の取引がなくなった事業所：${names}`,
    },
  })
}
