/**
 * Three receipts that were sent and are not registered yet: an invoice with text, which fills itself in; a photograph;
 * and the invoice once more, as a browser stores a second download of it.
 */
import { readFile } from 'node:fs/promises'
import { core } from '../../../../app/core.ts'
import { makeInvitation, ROLES } from '../../../../console/invitations.ts'
import { AppError } from '../../../../core/errors.ts'

const FOLDER = new URL('../../../../../sandbox/receipts/', import.meta.url)

/** What the sandbox of the accounting service reads on the photograph. The text is appended to the file. */
const READ = {
  partner_name: '喫茶さくら',
  issue_date: '2026-04-24',
  amount: 2200,
  document_type: 'receipt',
  qualified_invoice: 'not_qualified',
}

/** Sends the receipts on the page of the console at `url`, as the person `operator` would. */
export async function sendReceipts(url: string): Promise<void> {
  const cookie = await signIn(url)
  const [invoice, photo] = await Promise.all(
    ['invoice.pdf', 'photo.jpg'].map(name => readFile(new URL(name, FOLDER))),
  )
  const form = new FormData()
  const again = Buffer.concat([invoice ?? Buffer.alloc(0), Buffer.from('\n')])
  for (const [name, bytes] of [
    ['請求書.pdf', invoice],
    [
      '喫茶さくら.jpg',
      Buffer.concat([photo ?? Buffer.alloc(0), Buffer.from(`reads ${JSON.stringify(READ)}`)]),
    ],
    ['請求書 (1).pdf', again],
  ] as const)
    form.append('file', new File([Uint8Array.from(bytes ?? [])], name))
  await post(`${url}/console/receipts`, form, cookie)
  await post(`${url}/console/sign-out`, new URLSearchParams(), cookie)
}

/** Signs in with a link of its own, and returns the cookies. */
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
  throw new AppError(
    'remote_answer',
    `Cannot send the example's receipts: the console answered ${response.status}`,
  )
}
