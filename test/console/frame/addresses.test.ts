/** Each kind of open item has its page on the console, to which its notice links. */
import { expect, test } from 'vitest'
import { consoleAddress, ITEM_KINDS, pageOfNotice } from '../../../lib/console/frame/addresses.ts'
import { consoleContract } from '../../../lib/console/pages/contract.ts'
import { EXAMPLES } from '../../services/notices/examples.ts'

test('every kind of open item has its page', () => {
  const paths: readonly string[] = Object.values(consoleContract.endpoints).map(({ path }) => path)
  for (const [kind, [key, page]] of Object.entries(EXAMPLES)) {
    const { pathname, searchParams } = new URL(pageOfNotice(key), 'https://kura.example.com')
    const [name, item] = page.split(' ')
    expect([kind, pathname]).toEqual([kind, `/console/${name}`])
    expect(paths).toContain(pathname)
    expect(searchParams.get('kind') ?? undefined).toBe(item)
    if (item !== undefined) expect(ITEM_KINDS).toContain(item)
  }
})

test('the page of an item has its name, whatever that contains', () => {
  const name = 'a&kind=b #\u202e<'
  const { searchParams } = new URL(pageOfNotice(`accounting/deal/${name}`), 'https://kura.example.com')
  expect(searchParams.getAll('name')).toEqual([name])
})

test('a deployment without a valid address has no page', () => {
  const url = () => {
    throw new Error('KURA_URL')
  }
  expect(consoleAddress('/console', { url })).toBeUndefined()
})
