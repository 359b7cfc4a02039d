/** A tool never writes: an endpoint that changes something is called as a dry run or as a proposal. */
import * as z from 'zod'
import type { Client, ContractRequest } from '../../../core/http/client.ts'
import type {
  Contract,
  Endpoint,
  EndpointName,
  EndpointSchemas,
  ReplyOf,
} from '../../../core/http/contract.ts'
import type { AccountingContract } from '../../../services/accounting/contract.ts'
import type { adminContract } from '../../../services/admin/contract.ts'
import type { RegistrarContract } from '../../../services/registrar/contract.ts'
import { type JsonSchema, portableSchema, readArguments } from './arguments.ts'

export interface Apis {
  readonly accounting: Client<AccountingContract>
  readonly registrar: Client<RegistrarContract>
  readonly admin: Client<typeof adminContract>
  /** Sends a request whose reply is a file; absent if only JSON can be read. */
  readonly stream?: (request: ContractRequest) => Promise<Response>
}

export class Picture {
  readonly #bytes: Uint8Array
  readonly about: { readonly type: string; readonly note: string }

  constructor(bytes: Uint8Array, about: Picture['about']) {
    this.#bytes = bytes
    this.about = about
  }

  /** The bytes in base64. */
  get data(): string {
    return Buffer.from(this.#bytes).toString('base64')
  }
}

export type Given = Readonly<Record<string, unknown>>

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly endpoint: Endpoint
  readonly mode?: 'propose'
  schema(): Promise<JsonSchema>
  /** The schema that checks the arguments first; the endpoint is stricter. */
  input(): Promise<z.ZodType>
  /** Calls the endpoint, and returns a short form of its reply, with names beside ids. */
  call(given: Given, apis: Apis): Promise<unknown>
}

const SEARCH = { name: z.string().min(1).max(100).optional().describe('Only names that contain this text') }

interface Choices {
  /** The members of the query that an agent may give; all by default. */
  readonly pick?: readonly string[]
  /** Members of the query with a fixed value, such as the size of a page. */
  readonly fixed?: Readonly<Record<string, string>>
  /** Whether the agent may select entries of the reply by name. */
  readonly searches?: true
  readonly mode?: 'propose'
}

interface Row<C extends Contract, Name extends EndpointName<C>>
  extends Choices,
    Pick<Tool, 'name' | 'title' | 'description'> {
  brief(reply: ReplyOf<C, Name>, given: Given, apis: Apis): unknown
}

/** `of` names the client in `Apis` that calls the endpoints of the contract. */
export function toolsOf<C extends Contract>(contract: C, of: Exclude<keyof Apis, 'stream'>) {
  return <Name extends EndpointName<C>>(endpointName: Name, row: Row<C, Name>): Tool => {
    const { name, title, description, mode, brief } = row
    const endpoint = contract.endpoints[endpointName] as Endpoint
    const params = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const schema = async () => {
      const { [endpointName]: schemas } = (await contract.schemas()) as Record<string, EndpointSchemas>
      return portableSchema(inputOf(schemas ?? {}, params, row))
    }
    return {
      name,
      title,
      description,
      endpoint,
      ...(mode && { mode }),
      schema,
      input: async () => z.fromJSONSchema(await schema()),
      async call(sent, apis) {
        const given = readArguments(await schema(), sent) as Given
        const client = apis[of] as Readonly<Record<string, (given: object) => Promise<unknown>>>
        const reply = await client[endpointName]?.(partsOf(given, { endpoint, params }, row))
        return brief(reply as ReplyOf<C, Name>, given, apis)
      },
    }
  }
}

function inputOf(
  { body, query }: EndpointSchemas,
  params: readonly string[],
  { pick, searches }: Choices,
): z.ZodType {
  if (body) return body
  const segment = z.string().min(1).max(200)
  const segments = Object.fromEntries(params.map(name => [name, name === 'id' ? numberOr(segment) : segment]))
  const members = query instanceof z.ZodObject ? Object.entries(query.shape as Record<string, z.ZodType>) : []
  const chosen = members
    .filter(([name]) => pick?.includes(name) ?? true)
    .map(([name, member]) => [name, isNumeral(member) ? numberOr(member) : member])
  return z.strictObject({ ...segments, ...Object.fromEntries(chosen), ...(searches && SEARCH) })
}

/** Returns a schema that accepts a number too, because kura hands ids out as numbers. */
function numberOr(text: z.ZodType): z.ZodType {
  const both = z.union([z.int().min(0), text])
  return text.safeParse(undefined).success ? both.optional() : both
}

/** Whether the member of a query accepts digits, but no word. */
function isNumeral(member: z.ZodType): boolean {
  return member.safeParse('20').success && !member.safeParse('word').success
}

function partsOf(
  given: Given,
  { endpoint, params }: { readonly endpoint: Endpoint; readonly params: readonly string[] },
  { fixed, mode }: Choices,
): object {
  if (endpoint.body) return { body: given, ...(mode && { mode }) }
  const others = Object.entries(given).filter(([name]) => !params.includes(name) && name !== 'name')
  return {
    ...(params.length > 0 && { params: Object.fromEntries(params.map(name => [name, String(given[name])])) }),
    ...(endpoint.query && { query: { ...Object.fromEntries(others), ...fixed } }),
  }
}
