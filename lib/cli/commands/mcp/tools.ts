import { adminContract } from '../../../services/admin/contract.ts'
import { registrarContract } from '../../../services/registrar/contract.ts'
import { ACCOUNTING_TOOLS } from './accounting-tools.ts'
import { SEE_RECEIPT } from './see-receipt.ts'
import { type Tool, toolsOf } from './tool.ts'

const registrar = toolsOf(registrarContract, 'registrar')
const admin = toolsOf(adminContract, 'admin')

/** All tools. Each only reads, or proposes a deal. */
export const TOOLS: readonly Tool[] = [
  ...ACCOUNTING_TOOLS,
  SEE_RECEIPT,
  registrar('price', {
    name: 'domain_price',
    title: 'Price of a domain',
    description: 'Shows what a domain costs. Buying is for a person: give them the page.',
    brief: reply => reply,
  }),
  registrar('purchases', {
    name: 'list_domain_purchases',
    title: 'List purchases of domains',
    description: 'Lists the purchases of domains that are open, or with the filter all of them.',
    brief: ({ orders }) => orders,
  }),
  registrar('deadlines', {
    name: 'list_domain_deadlines',
    title: 'List deadlines of domains',
    description:
      "Lists by when each registrant's e-mail must be confirmed. A person confirms it by the link in the mail.",
    brief: ({ deadlines }) => deadlines,
  }),
  admin('today', {
    name: 'today',
    title: 'What needs a person today',
    description:
      'Shows what needs a person now, what is due in the next seven days and what ran. Each item has the command for a person.',
    brief: ({ at, needs, due, ran: { jobs }, failed }) => ({
      at,
      needs: needs.groups.map(({ title, act, count, first }) => ({
        title,
        act,
        count,
        first: first.map(({ text, command }) => ({ text, ...(command !== undefined && { command }) })),
      })),
      due: due.map(({ at: day, text }) => ({ at: day, text })),
      jobs: jobs.map(({ job, state }) => ({ job, state })),
      failed: failed.map(({ owner }) => owner),
    }),
  }),
]
