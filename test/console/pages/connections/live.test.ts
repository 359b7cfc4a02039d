/** The page asks the services themselves: what is stored does not say whether they answer. */
import { expect, test } from 'vitest'
import { lostRequest } from '../../../../sandbox/faults.ts'
import { servedConsole } from '../to-do/world.ts'

const rows = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/g)].map(([, name = '', value = '']) => [name, value]),
  )

test('says whether the books answer now, and what is not set up', async () => {
  const { open, sandbox } = await servedConsole()
  expect(rows((await open('/console/connections')).text)).toMatchObject({
    'The books now': '<span class="good">answers: 2 companies</span>',
    Registrar: 'not set up',
    Chat: 'not set up',
  })
  sandbox.sandbox.faults.arm('* /*', lostRequest(), { times: Number.POSITIVE_INFINITY })
  const { status, text } = await open('/console/connections')
  expect([status, rows(text)]).toEqual([
    200,
    expect.objectContaining({
      'The books': expect.stringContaining('connected'),
      'The books now': expect.stringContaining('<span class="bad">does not'),
    }),
  ])
})

test('leaves out what the person may not ask', async () => {
  const { open } = await servedConsole({ scopes: ['admin'] })
  const shown = rows((await open('/console/connections')).text)
  expect(Object.keys(shown)).not.toContain('The books now')
  expect(shown).toHaveProperty('Daily jobs')
})
