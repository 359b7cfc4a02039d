/** If the host does not reply to a purchase, the domain may have been bought, so the error says how to find out. */
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { registerRegistrar } from '../../../../lib/cli/commands/registrar/index.ts'
import { type FetchHandler, listen } from '../../../../sandbox/listen.ts'
import { TEST_SECRET } from '../../../helpers/functions.ts'
import { CONTACT } from '../../../helpers/remotes/registrar-sandbox.ts'
import { type CommandDeps, runCommand } from '../../../helpers/run-command.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const DOMAIN = 'example.com'
const RUN = {
  mode: 'dry-run',
  domain: DOMAIN,
  years: 1,
  autoRenew: true,
  cents: 1125,
  spent: { day: 0, month: 0 },
  sends: '0'.repeat(64),
  obstacles: [],
}
const WORDS = ['registrar', 'buy', DOMAIN, '--quote', 'quote1', '--auto-renew', 'on', '--write']

/** Returns the error of a purchase at a host that shows a dry run and then replies to the purchase as the test says. */
async function buyAt(purchase: FetchHandler, more: CommandDeps = {}): Promise<unknown> {
  const host = await listen((request, connection) =>
    request.url.endsWith('mode=write') ? purchase(request, connection) : Response.json(RUN),
  )
  onTestFinished(() => host.close())
  const key = { url: host.url, keyid: 'hana:registrar.buy:1', secret: TEST_SECRET.toString('base64url') }
  const cwd = await temporaryDirectory({
    'operator.json': JSON.stringify(key),
    'contact.json': JSON.stringify(CONTACT),
  })
  const files = ['--contact', 'contact.json', '--key', join(cwd, 'operator.json')]
  const words = [...WORDS, '--confirm', DOMAIN, ...files]
  return runCommand(registerRegistrar, words, { cwd, ...more }).catch((error: unknown) => error)
}

const HINT = `find out with: kura registrar orders ${DOMAIN}; it is never bought twice`

const answers: { name: string; answer: FetchHandler }[] = [
  {
    name: 'cuts the connection',
    answer: (_, connection) => {
      connection.cut()
      return new Response()
    },
  },
  { name: 'answers with a page', answer: () => new Response('<html>', { status: 504 }) },
  { name: 'answers something else', answer: () => Response.json({ ok: true }) },
]
test.each(answers)('kura registrar buy says how to find out if the host $name', async ({ answer }) => {
  expect(await buyAt(answer)).toMatchObject({ code: 'remote_silent', hint: HINT })
})

test('kura registrar buy says how to find out after Ctrl-C', async () => {
  const stopped = new AbortController()
  const answer = () => {
    stopped.abort()
    return new Promise<Response>(() => undefined)
  }
  expect(await buyAt(answer, { signal: stopped.signal })).toMatchObject({ code: 'interrupted', hint: HINT })
})

test('kura registrar buy passes on what the host itself says', async () => {
  const body = { error: 'Cannot buy it', code: 'cap_reached', hint: 'wait' }
  const error = await buyAt(() => Response.json(body, { status: 403 }))
  expect(error).toMatchObject({ code: 'cap_reached', message: 'Cannot buy it', hint: 'wait' })
})
