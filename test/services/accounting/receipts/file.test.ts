/** Files of the file box over HTTP: pictures and PDFs keep their content type, other files are sent as plain bytes. */
import { expect, test } from 'vitest'
import { serveAccounting } from '../../../helpers/remotes/accounting-function.ts'

const COMPANY = 1_234_567
const HTML = '<script>alert(1)</script>'

test.each([
  ['image/png', 'image/png'],
  ['application/pdf', 'application/pdf'],
  ['text/html', 'application/octet-stream'],
  ['image/svg+xml', 'application/octet-stream'],
])('a file of type %s is sent as %s', async (mime_type, sent) => {
  const { call, service } = await serveAccounting()
  const bytes = Uint8Array.from(Buffer.from(HTML))
  const receipt = { id: 9001, mime_type, file: { name: 'a', size: bytes.length, sha256: '', bytes } }
  service.company.receipts.set(9001, receipt as never)
  const of = (id: number) =>
    call(`/api/accounting/files/${id}?company_id=${COMPANY}`, { scopes: ['accounting.read'] })
  const response = await of(9001)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe(sent)
  expect(await response.text()).toBe(HTML)
  expect((await of(9002)).status).toBe(404)
})
