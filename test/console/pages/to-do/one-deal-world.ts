/**
 * Two people with a browser each, and what they and programs may do about one receipt: people post the console's own
 * forms, programs call the endpoints. An act returns true if its person has stated that two similar deals belong
 * to two receipts.
 */
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { draftName } from '../../../../lib/console/pages/accounting/receipts/drafts.ts'
import { sha256Of } from '../../../../lib/services/accounting/receipts/identity.ts'
import { DEAL, type servedConsole } from './world.ts'

export type World = Awaited<ReturnType<typeof servedConsole>>
export type Browser = Awaited<ReturnType<typeof browsersOf>>[number]

export const DAY = '2026-06-02'
/** A day in the future makes a deal wait. */
const LATER = '2027-06-02'

/** The receipt of a run: no other run has its amount, its description and its names. */
export interface Receipt {
  readonly run: number
  readonly amount: number
}

/** One of the cases, photographs or tables of a receipt. */
export interface Attempt extends Receipt {
  readonly name: string
}

const line = ({ run, amount }: Receipt) => ({
  account_item: '消耗品費',
  tax_code: 136,
  amount,
  description: `tea ${run}`,
})
const dealOf = (attempt: Attempt, day = DAY) => ({
  ...DEAL,
  issue_date: day,
  details: [line(attempt)],
  case: attempt.name,
})

/** Returns the browsers of Mei and Ken. */
export async function browsersOf(world: World) {
  const ken = await world.colleague('Ken', ['accounting.read', 'accounting.write', 'today.read', 'approve'])
  return [world, ken].map(({ open: get, send: post, signed }) => ({
    world,
    get,
    post,
    upload(name: string, text: string) {
      const body = new FormData()
      body.append('file', new File([bytesOf(text)], name))
      return get('/console/receipts', { method: 'POST', body })
    },
    /** Lets the passkey answer the page, if it asks for it. */
    async approve({ text }: { readonly text: string }) {
      return text.includes('data-passkey="get"') ? post('/console/approve', signed(text)) : undefined
    },
  }))
}

const hidden = (text: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(text)?.[1] ?? ''

/** Returns the case of the attempt that waits: that of its photograph, or that of its table or program. */
async function waitingCase({ world }: Browser, attempt: Attempt): Promise<string> {
  const [, text] = photo(attempt)
  const ofPhoto = `console ${draftName(sha256Of(bytesOf(text)))}`
  const { body } = await world.ask(`/cases/${encodeURIComponent(ofPhoto)}`)
  return body?.state === 'review' ? ofPhoto : attempt.name
}
const address = (name: string, act: string) =>
  `/console/item?${new URLSearchParams({ kind: 'deal', name, act })}`

/** Sends a photograph or a table, and registers its row as it was filled in; returns the page. */
async function register(browser: Browser, attempt: Attempt, { file, day, act = 'register' }: Sent) {
  const sent = await browser.upload(...file)
  const { searchParams } = new URL(sent.headers.get('location') ?? '', 'http://k')
  const row = searchParams.get('row') ?? ''
  const filled = {
    form: randomUUID(),
    row,
    date: day,
    qualified: 'はい',
    'line-0-amount': String(attempt.amount),
    'line-0-rate': '10',
    'line-0-account_item': '消耗品費',
    'line-0-description': `tea ${attempt.run}`,
  }
  const answer = await browser.post('/console/receipts/row', { ...filled, act })
  return { answer, filled: { ...filled, form: randomUUID() } }
}

interface Sent {
  readonly file: readonly [name: string, text: string]
  readonly day: string
  readonly act?: string
}

/** The bytes of a file: a table is UTF-8, a photograph has one byte a character. */
function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, text.startsWith('\xff') ? 'latin1' : 'utf8'))
}

const photo = ({ name }: Attempt) => [`${name}.jpg`, `\xff\xd8\xff\xe0 ${name}`] as const
const table = ({ name, run, amount }: Attempt) =>
  [
    `${name}.csv`,
    `日付,科目,税率,適格,金額,摘要,番号\n${LATER},消耗品費,10,はい,${amount},tea ${run},${name}`,
  ] as const

/** Asks about a row again after its question, with the button of the page; false if it has no question. */
async function answerQuestion(browser: Browser, attempt: Attempt, act: 'own' | 'leave'): Promise<boolean> {
  const file = photo(attempt)
  const { answer, filled } = await register(browser, attempt, { file, day: DAY })
  const double = hidden(answer.text, 'double')
  if (double === '') return false
  expect(answer.text, 'the other receipt is in view').toMatch(/<article class="card"><h3>/)
  const done = await browser.post('/console/receipts/row', { ...filled, act, double })
  return act === 'own' && done.status === 303
}

const never = async (done: Promise<unknown>): Promise<false> => {
  await done
  return false
}

/** The acts of people and programs, by name. */
export const ACTS = {
  program: ({ world }: Browser, attempt: Attempt) => never(world.post('/deals?mode=write', dealOf(attempt))),
  programWaits: ({ world }: Browser, attempt: Attempt) =>
    never(world.post('/deals?mode=write', dealOf(attempt, LATER))),
  importRow: ({ world }: Browser, attempt: Attempt) => {
    const { company_id: _, ...deal } = dealOf(attempt)
    const body = { company_id: DEAL.company_id, deals: [{ ...deal, apart: [] }] }
    return never(world.post('/imports?mode=write', body))
  },
  sendPhoto: (browser: Browser, attempt: Attempt) =>
    never(register(browser, attempt, { file: photo(attempt), day: DAY })),
  sendPhotoThatWaits: (browser: Browser, attempt: Attempt) =>
    never(register(browser, attempt, { file: photo(attempt), day: LATER })),
  sendTable: (browser: Browser, attempt: Attempt) =>
    never(register(browser, attempt, { file: table(attempt), day: DAY })),
  sendTableThatWaits: (browser: Browser, attempt: Attempt) =>
    never(register(browser, attempt, { file: table(attempt), day: LATER })),
  sayItsOwn: (browser: Browser, attempt: Attempt) => answerQuestion(browser, attempt, 'own'),
  leaveOut: (browser: Browser, attempt: Attempt) => answerQuestion(browser, attempt, 'leave'),
  async correct(browser: Browser, attempt: Attempt) {
    const { get, post } = browser
    const { amount, run } = attempt
    const name = await waitingCase(browser, attempt)
    const { text } = await get(address(name, 'correct'))
    const operation = hidden(text, 'operation')
    if (operation === '') return false
    const typed = { company: String(DEAL.company_id), type: 'expense', day: DAY, account: '消耗品費' }
    const one = { amount: String(amount), rate: '', tax: '課対仕入10%', text: `tea ${run}` }
    const form = { kind: 'deal', name, act: 'correct' }
    const checked = await post('/console/item', { ...form, ...typed, ...one, operation })
    const again = { typed: hidden(checked.text, 'typed'), form: hidden(checked.text, 'form') }
    return never(post('/console/item', { ...form, ...again, step: 'register' }))
  },
  async decline(browser: Browser, attempt: Attempt) {
    const { get, post, approve } = browser
    const name = await waitingCase(browser, attempt)
    const { text } = await get(address(name, 'free'))
    const [seen, reason] = [hidden(text, 'seen'), 'twice']
    return never(approve(await post('/console/item', { kind: 'deal', name, act: 'free', seen, reason })))
  },
  async release(browser: Browser, attempt: Attempt) {
    const { get, approve } = browser
    const page = await get(address(await waitingCase(browser, attempt), 'release'))
    const saysTwo = page.text.includes('<h2>These are two')
    if (saysTwo) expect(page.text, 'the other is in view').toMatch(/<article class="card"><h3>/)
    const outcome = await approve(page)
    return saysTwo && outcome?.text.includes('</strong>: done') === true
  },
} as const satisfies Record<string, (browser: Browser, attempt: Attempt) => Promise<boolean>>
