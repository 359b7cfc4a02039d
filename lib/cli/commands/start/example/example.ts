import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { core } from '../../../../app/core.ts'
import { makeInvitation, ROLES } from '../../../../console/invitations.ts'
import { writeFileAtomic } from '../../../../core/disk/atomic-file.ts'
import { AppError, messageOf } from '../../../../core/errors.ts'
import type { CliContext } from '../../../context.ts'
import { DEVELOPMENT } from '../../../development.ts'
import type { Output } from '../../../terminal/output.ts'
import { APPROVE_ABOVE } from './books.ts'
import { addDevice, failToInstall } from './device.ts'

export interface ExampleOptions {
  readonly example: boolean
  /** `true` with live remotes. Then there is no example, because nothing is made up at a real service. */
  readonly liveRemotes?: true | undefined
}

/** Returns the settings of the example company; without the example, empty texts. */
export function exampleSettings(options: ExampleOptions): Readonly<Record<string, string>> {
  return { KURA_APPROVE_ABOVE: isWanted(options) ? APPROVE_ABOVE : '' }
}

function isWanted({ example, liveRemotes }: ExampleOptions): boolean {
  return example && !liveRemotes
}

/** The parts of the example. A failed part does not reject. `done` says what is missing; the next start retries. */
export interface Example {
  /** Adds a PC with the release before the one that `publish` makes. Rejects if `publish` rejects. */
  addDevice(publish: () => Promise<void>, context: CliContext): Promise<void>
  fill(fill: (context: CliContext) => Promise<void>, context: CliContext): Promise<void>
  sendReceipts(url: string): Promise<void>
  done(output: Output): Promise<void>
}

/** Returns the parts of the example; undefined if an earlier start has made the example, or if it is not wanted. */
export function planExample(options: ExampleOptions, project: string): Example | undefined {
  const made = join(project, DEVELOPMENT.example)
  if (!isWanted(options) || existsSync(made)) return undefined
  const missing: string[] = []
  const trying = async (part: () => Promise<void>) => {
    await part().catch(error => void missing.push(messageOf(error)))
  }
  return {
    addDevice: async (publish, context) => {
      await trying(() => addDevice(context))
      await publish()
      await trying(() => failToInstall(context))
    },
    fill: (fill, context) => trying(() => fill(context)),
    sendReceipts: url => trying(() => sendReceipts(url)),
    async done(output) {
      if (missing.length > 0) return output.note(`the example is not complete: ${missing.join('; ')}`)
      await writeFileAtomic(made, 'made by npm start; delete the folder .kura to make it anew\n')
      output.line('example    a company with deals, receipts and more that wait for you (--no-example)')
    },
  }
}

const FOLDER = new URL('../../../../../sandbox/receipts/', import.meta.url)

/** The text that the sandbox of the accounting service reads on the photograph. It is appended to the file. */
const READ = {
  partner_name: '喫茶さくら',
  issue_date: '2026-04-24',
  amount: 2200,
  document_type: 'receipt',
  qualified_invoice: 'not_qualified',
}

async function sendReceipts(url: string): Promise<void> {
  const cookie = await signIn(url)
  const read = async (name: string) => Uint8Array.from(await readFile(new URL(name, FOLDER)))
  const [invoice, photo] = [await read('invoice.pdf'), await read('photo.jpg')]
  const form = new FormData()
  form.append('file', new File([invoice], '請求書.pdf'))
  form.append('file', new File([photo, `reads ${JSON.stringify(READ)}`], '喫茶さくら.jpg'))
  form.append('file', new File([invoice, '\n'], '請求書 (1).pdf'))
  await post(`${url}/console/receipts`, form, cookie)
  await post(`${url}/console/sign-out`, new URLSearchParams(), cookie)
}

async function signIn(url: string): Promise<string> {
  const person = { name: 'operator', scopes: [...ROLES.admin], by: 'npm start', here: true as const }
  const { token } = await makeInvitation(person, core().store())
  const response = await post(`${url}/console/sign-in`, new URLSearchParams({ token, to: '/console' }))
  return response.headers
    .getSetCookie()
    .map(line => line.split(';')[0])
    .join('; ')
}

async function post(address: string, body: FormData | URLSearchParams, cookie?: string): Promise<Response> {
  const { origin } = new URL(address)
  const headers = { origin, 'sec-fetch-site': 'same-origin', ...(cookie !== undefined && { cookie }) }
  const response = await fetch(address, { method: 'POST', body, headers, redirect: 'manual' })
  if (response.status === 303 || response.status === 200) return response
  const message = `Cannot send the example's receipts: the console answered ${response.status}`
  throw new AppError('remote_answer', message)
}
