import { decision, filled, type Waiting, type WaitingSource } from '../../core/claims/waiting.ts'
import type { Client } from '../../core/http/client.ts'
import type { ReplyOf } from '../../core/http/contract.ts'
import { readPages } from '../../core/http/pages.ts'
import { catalogue, phrase } from '../../core/language/catalogue.ts'
import { timeOf } from '../../core/language/moments.ts'
import { adminContract } from './contract.ts'

const WORDS = catalogue('waiting.notices', {
  open: { en: 'open', ja: '未対応' },
  act: { en: 'what to do', ja: '対応' },
  by: { en: 'by', ja: '期限' },
  close: { en: 'It is dealt with', ja: '対応済みにする' },
  closeEffect: {
    en: 'You state that you have done what it asks for. The item leaves the list.',
    ja: '必要な対応を済ませたことを、あなたの名前で記録します。項目は一覧から消えます。',
  },
  closeQuestion: { en: 'have you dealt with this?', ja: '対応しましたか?' },
})

export type Notice = ReplyOf<typeof adminContract, 'notices'>['notices'][number]

interface WaitingNotice extends Waiting {
  readonly report: Notice
}

export function noticeSource(client: Client<typeof adminContract>): WaitingSource<WaitingNotice> {
  let listed: Promise<readonly WaitingNotice[]> | undefined
  const open = async () => {
    const found: Notice[] = []
    for await (const { notices } of readPages(query => client.notices({ query }))) found.push(...notices)
    return found.filter(({ done, over }) => done === undefined && over === undefined).map(itemOf)
  }
  return {
    open,
    async find(name) {
      listed ??= open()
      return (await listed).find(notice => notice.name === name)
    },
  }
}

function itemOf(report: Notice): WaitingNotice {
  const { key, step, text, meaning, act, by, since } = report
  const close = decision(adminContract, 'finishNotice', {
    name: 'close',
    label: phrase(WORDS.close),
    effect: phrase(WORDS.closeEffect),
    question: phrase(WORDS.closeQuestion),
    isOffered: true,
    given: ({ person }) => ({ body: { key, step, person } }),
    settled: () => ({ lines: [], isOpen: false }),
  })
  return {
    kind: 'notice',
    name: key,
    state: phrase(WORDS.open),
    tone: 'warn',
    operation: step,
    since,
    seenAt: since,
    reason: meaning,
    report,
    describe: async () => ({
      title: text,
      why: meaning,
      unusual: [],
      facts: filled([
        [phrase(WORDS.act), act],
        [phrase(WORDS.by), by === undefined ? '' : timeOf(by)],
      ]),
      details: [],
      decisions: [close],
    }),
  }
}
