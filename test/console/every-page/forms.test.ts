/**
 * No form acts twice: a second post of any form that the console shows changes nothing and leads to the first outcome.
 * The test follows links to all pages, so that it also finds a new form that lacks a number of its own.
 */
import { expect, test } from 'vitest'
import { crawl } from './crawl.ts'
import { type Form, formsOf, furnished } from './furnished.ts'

type World = Awaited<ReturnType<typeof furnished>>

/**
 * Forms that need no number, because their acts have their own names. Other tests, such as `hostile.test.ts`, check
 * them.
 */
const UNNUMBERED: Readonly<Record<string, string>> = {
  '/console/language': 'sets the same language again',
  '/console/sign-out': 'ends a session that has ended',
  '/console/approve': 'the first post spends its statement',
  '/console/messages': 'a list of the same name is the same list',
  '/console/receipts': 'the digest of a file names its row',
}

/** The texts that a person types into empty fields. */
const TYPED: Readonly<Record<string, string>> = {
  day: '2026-06-15',
  amount: '1100',
  account: '消耗品費',
  reason: 'not in the books',
  qualified: 'はい',
}

function typed({ action, fields }: Form): Form {
  const filled = Object.entries(fields).map(([name, value]) => [name, value || TYPED[name] || ''])
  return { action, fields: Object.fromEntries(filled) as Form['fields'] }
}

function nameOf({ action, fields }: Form): string {
  return `${action} ${fields['act'] ?? ''} ${fields['step'] ?? ''}`.trim()
}

/** Returns the values of all records, except those that store outcomes and those that reading writes too. */
async function stored({ store }: World): Promise<string> {
  const { keys } = await store.keys('')
  const counted = keys
    .filter(key => !/^(?:console\/form|activity|notices|limit|store|tokens)/.test(key))
    .sort()
  const values = await Promise.all(counted.map(async key => [key, (await store.read(key)).record?.value]))
  return JSON.stringify(values)
}

/** Returns a page without the parts that differ in each view: its number, its statement, its request and its times. */
function withoutNew(text: string): string {
  return text
    .replaceAll(/(name="(?:form|issued|seen)"(?: value="|>))[^"<]*/g, '$1')
    .replaceAll(/<script type="application\/json".*?<\/script>|Request [0-9a-f-]{36}|<pre>.*?<\/pre>/gs, '')
}

test('a second post of each form changes nothing, and is shown the first outcome', async () => {
  const world = await furnished()
  const pages = await crawl(world)
  const forms = [...pages.values()].flatMap(formsOf)
  const names = new Set(forms.map(nameOf))
  const [changing, unnumbered] = [new Set<string>(), new Set<string>()]
  const wrong: string[] = []
  for (let form = forms.shift(); form !== undefined; form = forms.shift()) {
    const { action, fields } = typed(form)
    const name = nameOf(form)
    if (UNNUMBERED[action] !== undefined) continue
    const before = await stored(world)
    const first = await world.send(action, fields)
    const after = await stored(world)
    const second = await world.send(action, fields)
    if ((await stored(world)) !== after) wrong.push(`${name}: the second post changes something`)
    if (second.status !== first.status || withoutNew(second.text) !== withoutNew(first.text))
      wrong.push(`${name}: the second post is shown something else (${first.status}, ${second.status})`)
    // the page after a form has forms too
    const more = formsOf(first.text).filter(next => !names.has(nameOf(next)))
    for (const next of more) names.add(nameOf(next))
    forms.push(...more)
    if (before !== after) changing.add(name)
    if (fields['form'] === undefined) unnumbered.add(name)
  }
  for (const name of changing) if (unnumbered.has(name)) wrong.push(`${name}: a page has it without a number`)
  expect(wrong).toEqual([])
  expect([...changing].sort()).toEqual([
    '/console/item correct register',
    '/console/item look',
    '/console/receipts/row register',
    '/console/receipts/row remove',
    '/console/receipts/row save',
  ])
})
