import { type Command, InvalidArgumentError } from '@commander-js/extra-typings'
import { AppError } from '../../core/errors.ts'
import { SCOPES } from '../../core/signatures/keys.ts'
import type { CliContext } from '../context.ts'
import { EXIT } from '../terminal/exit-status.ts'
import { readGivenFile } from '../terminal/given-file.ts'
import { readStandardInput } from '../terminal/standard-input.ts'
import { type OperatorRequest, operatorFetch, readReplyBytes, readReplyJson } from './client.ts'
import { type OptionsOf, withKeyOptions } from './options.ts'

type Method = OperatorRequest['method']

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE']
/** The status with which the host confirms that a device has the current release; it is no failure. */
const NOT_MODIFIED = 304

const HELP = `
PATH is a path of the API, with or without /api: admin/devices, /api/admin/devices. It may have a query.
The reply goes to standard output: JSON indented, anything else as it is. Its status goes to standard error.
Exit status: 0 if the host accepted the request; 1 if it did not, and then its error is on standard output.
docs/openapi.json says what each path takes.`

const apiCommand = (command: Command) =>
  withKeyOptions(command.description('sign and send any request, and print the reply'))
    .argument('<method>', METHODS.join(', '), readMethod)
    .argument('<path>', 'the path, such as admin/devices')
    .option('--query <name=value>', 'a parameter of the query; may be repeated', collect)
    .option('--body <file>', 'the body: a file, or - for standard input')
    .option('--write', 'change something: adds mode=write to the query')
    .option('--json', 'print an error as JSON too; a reply in JSON always is')
    .addHelpText('after', HELP)

type ApiOptions = OptionsOf<typeof apiCommand>

export function registerApi(command: Command, context: CliContext): void {
  apiCommand(command).action((method, path, options) => callApi(context, { method, path }, options))
}

function readMethod(text: string): Method {
  const method = METHODS.find(known => known === text.toUpperCase())
  if (method) return method
  throw new InvalidArgumentError(`expected one of ${METHODS.join(', ')}`)
}

function collect(text: string, given: readonly string[] = []): readonly string[] {
  return [...given, text]
}

async function callApi(
  context: CliContext,
  { method, path }: Pick<OperatorRequest, 'method' | 'path'>,
  options: ApiOptions,
): Promise<void> {
  const request = { method, path: apiTarget(path, options), text: await readBody(context, method, options) }
  const send = await operatorFetch({ ...options, scopes: SCOPES }, context)
  const response = await send(request)
  const output = context.output({ json: true })
  context.output(options).note(`${method} ${request.path}: ${response.status}`)
  if (isJson(response)) output.result(await jsonOf(response, request))
  else
    for await (const bytes of readReplyBytes(response, { what: `the reply to ${method} "${request.path}"` }))
      await output.bytes(bytes)
  if (!response.ok && response.status !== NOT_MODIFIED) context.exit(EXIT.failed)
}

/** @throws AppError `usage` if the path is not one of the API */
export function apiTarget(path: string, { query = [], write }: Pick<ApiOptions, 'query' | 'write'>): string {
  if (/^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i.test(path))
    throw notOfApi(path, 'it is an address, expected a path: the key says which host is called')
  const below = path.replace(/^\//, '').replace(/^api\//, '')
  const url = new URL(`/api/${below}`, 'http://kura')
  if (!url.pathname.startsWith('/api/') || url.hash !== '')
    throw notOfApi(path, 'it is not a path below /api/')
  for (const pair of query) {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(pair) ?? []
    if (name === '') throw new AppError('usage', `Cannot read --query "${pair}": expected name=value`)
    url.searchParams.append(name, value)
  }
  if (write) url.searchParams.append('mode', 'write')
  return url.pathname + url.search
}

function notOfApi(path: string, why: string): AppError {
  return new AppError('usage', `Cannot call "${path}": ${why}`, {
    hint: 'give a path such as admin/devices; docs/openapi.json lists them',
  })
}

async function readBody(
  context: CliContext,
  method: Method,
  { body: file }: Pick<ApiOptions, 'body'>,
): Promise<string | undefined> {
  if (file === undefined) return undefined
  if (method === 'GET' || method === 'DELETE')
    throw new AppError('usage', `Cannot send a body: a ${method} request has none`)
  if (file === '-') return readStandardInput(context)
  return readGivenFile(file, 'the body', context)
}

function isJson({ headers }: Response): boolean {
  return /^application\/json(?:;|$)/.test(headers.get('content-type') ?? '')
}

async function jsonOf(response: Response, request: OperatorRequest): Promise<unknown> {
  const { body } = await readReplyJson(request, response)
  if (body !== undefined) return body
  throw new AppError('remote_answer', `Cannot read the reply to ${request.method} "${request.path}" as JSON`)
}
