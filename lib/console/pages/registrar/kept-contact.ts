/** The contact data of the last purchase is kept, so that the next form is filled in with it for people who may buy. */
import * as z from 'zod'
import { hasCode } from '../../../core/errors.ts'
import { createSealer } from '../../../core/store/seal.ts'
import { jsonFormat, update } from '../../../core/store/update.ts'
import type { PersonCall } from '../../page.ts'
import type { Contact } from './purchase.ts'

const KEY = 'console/contact'
/** Milliseconds for which the data is kept. The term of a domain is a year, and this is a little more. */
const LIFE = 400 * 86_400_000

const format = jsonFormat(z.object({ sealed: z.string() }))
const contactSchema = z.record(z.string(), z.string())
const BINDING = { record: KEY, counter: 0 }

function mayBuy({ view }: PersonCall): boolean {
  return view.session.scopes.includes('registrar.buy')
}

/** Keeps the contact data of a purchase that a person is about to approve. @throws AppError `store_unavailable` */
export async function keepContact(contact: Contact, call: PersonCall): Promise<void> {
  const { config, store } = call.core
  if (config.deployment === 'preview' || !mayBuy(call)) return
  const sealed = createSealer(config.sealKeys()).seal(JSON.stringify(contact), BINDING)
  await update<{ sealed: string }, void>(store(), {
    key: KEY,
    format,
    transition: () => ({ write: { sealed }, ttl: LIFE, result: undefined }),
  })
}

/** The kept contact data; undefined without any, if no key of the ring opens it, or if the person may not buy. */
export async function keptContact(call: PersonCall): Promise<Contact | undefined> {
  const { config, store } = call.core
  const { record } = mayBuy(call) ? await store().read(KEY) : {}
  if (!record) return undefined
  try {
    const { sealed } = await format.parse(record.value)
    return contactSchema.parse(JSON.parse(createSealer(config.sealKeys()).unseal(sealed, BINDING)))
  } catch (error) {
    if (hasCode(error, 'seal_invalid')) return undefined
    throw error
  }
}

/** Removes the contact data. @throws AppError `store_unavailable` */
export async function forgetContact(call: PersonCall): Promise<void> {
  if (!mayBuy(call)) return
  await update<{ sealed: string }, void>(call.core.store(), {
    key: KEY,
    format,
    transition: known => (known ? { remove: true, result: undefined } : { keep: true, result: undefined }),
  })
}
