/** Every member of every request that a command sends has a word that the person can type there. */
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type OwnWords, UNSENT } from '../../../../lib/cli/operator/words/own-words.ts'
import { WORD_TABLES } from '../../../../lib/cli/operator/words/tables.ts'
import type { EndpointSchemas } from '../../../../lib/core/http/contract.ts'
import { everyCommand, typedWith } from '../../../docs/documented-commands.ts'

/** The commands in which a person types the members of an endpoint. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  devices: ['devices list'],
  forgetDevice: ['devices forget'],
  enrol: ['enrol'],
  keys: ['key list'],
  changeRevocation: ['key revoke', 'key restore'],
  activity: ['log'],
  removeActivity: ['log remove'],
  recordRelease: ['publish', 'rollback'],
  notices: ['notices'],
  finishNotice: ['notices'],
  reportExposure: ['probe'],
  accountItems: ['accounting account-items list'],
  deals: ['accounting deals list'],
  deal: ['accounting deals show', 'accounting deals delete'],
  deleteDeal: ['accounting deals delete'],
  requestJournal: ['accounting journal'],
  journalStatus: ['accounting journal'],
  partners: ['accounting partners list'],
  stopAndDeletePartner: ['accounting partners stop-and-delete'],
  items: ['accounting items list'],
  deleteItem: ['accounting items delete'],
  walletables: ['accounting walletables list'],
  registerDeal: ['accounting deal', 'accounting first-deal'],
  importDeals: ['accounting import'],
  uploadReceipt: ['accounting import'],
  receipts: ['accounting receipts list'],
  receipt: ['accounting receipts free'],
  resolveReceipt: ['accounting receipts resolve'],
  freeReceipt: ['accounting receipts free'],
  cases: ['accounting cases'],
  case: ['accounting release', 'accounting free'],
  resolveCase: ['accounting resolve'],
  releaseCase: ['accounting release'],
  freeCase: ['accounting free'],
  firstDeal: ['accounting first-deal'],
  confirmFirstDeal: ['accounting first-deal', 'accounting learn-tax-codes'],
  taxTable: ['accounting taxes list'],
  learning: ['accounting learn-tax-codes'],
  learnTaxCodes: ['accounting learn-tax-codes'],
  attachment: ['registrar attach'],
  purchase: ['registrar order'],
  purchases: ['registrar orders'],
  deadlines: ['registrar deadlines'],
  release: ['registrar release'],
  'registrar resolve': ['registrar resolve'],
  nameOrder: ['registrar resolve'],
  closeDeadline: ['registrar verified'],
  reportMail: ['registrar mail'],
  attach: ['registrar attach'],
  quote: ['registrar quote'],
  requiredFields: ['registrar required-fields'],
  buy: ['registrar buy'],
  checkChannel: ['chat check'],
  deliver: ['chat deliver'],
  summary: ['chat summary'],
  messages: ['chat messages'],
  'chat resolve': ['chat resolve'],
}

const tables = [...WORD_TABLES].flatMap(([contract, table]) =>
  Object.entries(table).map(([name, words]) => {
    const { path } = contract.endpoints[name] ?? { path: '' }
    return { contract, name, words, service: path.split('/')[2] ?? '' }
  }),
)
const sent = tables.flatMap(({ words, ...endpoint }) => (words === UNSENT ? [] : [{ ...endpoint, words }]))

const commandsOf = ({ service, name }: { service: string; name: string }) =>
  COMMANDS[`${service} ${name}`] ?? COMMANDS[name] ?? []

test('the table of commands names commands, each for an endpoint that is sent', () => {
  const named = Object.values(COMMANDS).flat()
  expect(named.filter(path => !everyCommand().includes(path))).toEqual([])
  expect(new Set(sent.flatMap(commandsOf))).toEqual(new Set(named))
})

describe('each member has a word', () => {
  test.each(sent)('$service $name', async ({ contract, name, words }) => {
    const { [name]: schemas } = (await contract.schemas()) as Record<string, EndpointSchemas>
    const taken = [schemas?.query, schemas?.body].flatMap(schema => (schema ? leavesOf(schema) : []))
    expect(taken.filter(path => !hasWord(path, words))).toEqual([])
  })
})

describe('each word is one that the person types in these commands', () => {
  test.each(sent)('$service $name', endpoint => {
    const typed = Object.values(endpoint.words).filter(word => word !== null && /^(?:--|<|\[)/.test(word))
    const commands = commandsOf(endpoint)
    expect(commands).not.toEqual([])
    for (const path of commands)
      expect({ path, lacks: typed.filter(word => !typedWith(path).includes(word ?? '')) }).toEqual({
        path,
        lacks: [],
      })
  })
})

/** What is not read member by member: a person gives it whole, in a file. */
const WHOLE = ['contact', 'deals']

/** A word of its own, or the program gives all that it is in. */
function hasWord(path: string, words: OwnWords): boolean {
  if (path in words) return true
  const above = path.split('.').slice(0, -1)
  return above.some((_, index) => {
    const name = above.slice(0, index + 1).join('.')
    return words[name] === null || WHOLE.includes(name)
  })
}

interface JsonSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
}

/** The members of a schema without indices: `details.amount`. */
function leavesOf(schema: z.ZodType): string[] {
  return [
    ...new Set(pathsOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema, [])),
  ]
}

function pathsOf({ properties = {}, items, anyOf = [] }: JsonSchema, path: readonly string[]): string[] {
  const members = Object.entries(properties)
  const inside = [
    ...members.flatMap(([name, member]) => pathsOf(member, [...path, name])),
    ...(items ? pathsOf(items, path) : []),
    ...anyOf.flatMap(one => pathsOf(one, path)),
  ]
  return inside.length > 0 || path.length === 0 ? inside : [path.join('.')]
}
