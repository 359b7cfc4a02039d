/** What a person types for the members of `/api/registrar/…`. */
import type { RegistrarContract } from '../../../services/registrar/contract.ts'
import { type ContractWords, UNSENT } from './own-words.ts'

const domain = '<domain>'
const person = '--by'
const operation = '--operation'
const order = '--order'
const terms = {
  years: '--years',
  autoRenew: '--auto-renew',
  languageCode: '--language-code',
  contact: '--contact',
}

export const REGISTRAR_WORDS = {
  domain: UNSENT,
  availability: UNSENT,
  price: UNSENT,
  configuration: UNSENT,
  contactVerification: UNSENT,
  order: UNSENT,
  attachment: { project: '--project', domain },
  purchase: { domain },
  purchases: { state: '--all' },
  deadlines: { state: '--all' },
  release: { domain, person, operation, orderId: order, noOrder: '--no-order', seenAt: '--seen-at' },
  resolve: { domain, operation },
  nameOrder: { domain, person, operation, orderId: order },
  closeDeadline: { domain, person, operation },
  reportMail: {
    subject: 'the subject of the message',
    date: 'the date of the message',
    domain: '--domain',
  },
  attach: { project: '--project', name: domain },
  quote: { domain, ...terms },
  requiredFields: { domain, languageCode: terms.languageCode, contact: terms.contact },
  buy: { domain, quote: '--quote', confirm: '--confirm', ...terms },
} as const satisfies ContractWords<RegistrarContract>
