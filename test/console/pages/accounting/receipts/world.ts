/** The console with the books of the sandbox, and people who have signed in on this machine. */

import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { routesOfConsole } from '../../../../../lib/app/functions/console.ts'
import { changePerson, personKey } from '../../../../../lib/console/people/people.ts'
import { beginSession, THIS_MACHINE } from '../../../../../lib/console/sessions.ts'
import type { Scope } from '../../../../../lib/core/signatures/keys.ts'
import { serveFunction } from '../../../../helpers/functions.ts'
import { serveAccounting } from '../../../../helpers/remotes/accounting-function.ts'
import { startAccountingSandbox } from '../../../../helpers/remotes/accounting-sandbox.ts'
import { ALL_PERMISSIONS, storeConfirmation } from '../../../../services/accounting/deals/world.ts'
import { personOf } from '../../../known-people.ts'

/** The reads that fail are repeated without a wait. */
const sleep = () => setImmediate()
const HEADS = { 'sec-fetch-site': 'same-origin', accept: 'text/html' }

/** A file of each type: its first bytes, and different content. */
export const FILES = {
  'lunch.jpg': `\xff\xd8\xff\xe0 lunch`,
  'paper.png': `\x89PNG\r\n\x1a\n paper`,
  'train.pdf': '%PDF-1.4 train',
  'phone.heic': '\0\0\0\x18ftypheic phone',
} as const

export async function createReceiptsWorld(env: Record<string, string> = {}, permissions = ALL_PERMISSIONS) {
  // tests add partners, files and answers with only the members that they need
  const service = await startAccountingSandbox({ permissions, known: / reply: / })
  const now = () => service.clock.now
  const settings = { ACCOUNTING_SCHEDULE: 'document-1', KURA_LANGUAGE: 'en', ...env }
  const books = await serveAccounting(settings, service, { now, sleep })
  await storeConfirmation(books.store)
  const { company } = service
  let isCut = false
  const before = new Set(company.deals.keys())
  const served = await serveFunction(routesOfConsole, {
    env: { ...books.env },
    now,
    fetch: (...given) => (isCut ? Promise.reject(new TypeError('cut')) : fetch(...given)),
    sleep,
    openStore: async () => books.store,
  })
  served.env['KURA_URL'] = served.url
  /** Signs a person in, and returns functions for the person's browser. */
  const signIn = async (
    name: string,
    scopes: readonly Scope[] = ['accounting.read', 'accounting.write', 'approve'],
  ) => {
    const key = personKey(name)
    const person = personOf({ name, scopes: [...scopes] })
    await changePerson(key, () => ({ write: person, result: undefined }), books.own)
    const id = await beginSession({ person: key, credential: THIS_MACHINE }, books.own)
    const headers = { ...HEADS, cookie: `__Host-kura-session=${id}` }
    const open = async (path: string, init: RequestInit = {}) => {
      const answer = await fetch(`${served.url}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { ...headers, ...init.headers },
      })
      const { status, headers: heads } = answer
      return {
        status,
        headers: heads,
        to: heads.get('location') ?? '',
        bytes: Buffer.from(await answer.arrayBuffer()),
      }
    }
    const text = async (path: string) => String((await open(path)).bytes)
    const post = async (fields: Record<string, string>) => {
      const answer = await open('/console/receipts/row', {
        method: 'POST',
        body: new URLSearchParams({ form: randomUUID(), ...fields }),
      })
      return { ...answer, html: String(answer.bytes) }
    }
    const send = async (
      ...files: readonly (readonly [name: string, content: string | Uint8Array<ArrayBuffer>])[]
    ) => {
      const body = new FormData()
      for (const [file, content] of files) {
        const bytes = typeof content === 'string' ? Uint8Array.from(Buffer.from(content, 'latin1')) : content
        body.append('file', new File([bytes], file))
      }
      const answer = await open('/console/receipts', { method: 'POST', body })
      const row = new URL(answer.to, 'https://k').searchParams.get('row') ?? ''
      return { ...answer, html: String(answer.bytes), row }
    }
    return { open, text, post, send, id }
  }
  return {
    ...served,
    service,
    company,
    signIn,
    store: books.store,
    /** The store as the functions see it. */
    own: books.own,
    /** Sends signed calls of an operator. */
    ask: books.ask,
    post: books.post,
    /** Makes the books unreachable. */
    cut() {
      isCut = true
    },
    deals: () => [...company.deals.values()].filter(({ id }) => !before.has(id)),
    receipts: () => [...company.receipts.values()],
  }
}

/** The fields that a person fills in: a lunch of 1,100 yen with a qualified invoice. */
export const LUNCH = {
  date: '2026-04-07',
  partner: '',
  qualified: 'はい',
  payment: '',
  'line-0-amount': '1,100',
  'line-0-rate': '10',
  'line-0-account_item': '会議費',
  'line-0-description': 'lunch',
}
