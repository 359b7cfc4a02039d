/** A form acts once: every further post of its number gets the first outcome. */
import { expect, test } from 'vitest'
import { postedForm, readOutcome, submitOnce } from '../../lib/console/forms.ts'
import { LEASE } from '../../lib/core/claims/lease.ts'
import { phrase } from '../../lib/core/language/catalogue.ts'
import { phraseError } from '../../lib/core/language/phrase-error.ts'
import { PASSKEY_FAULTS } from '../../lib/core/passkey/words.ts'
import { createMemoryStore } from '../helpers/memory-store.ts'

const FORM = { number: 'a-number-of-a-form', session: 'hana' }
const SEAL_KEYS = [{ epoch: '1', secret: Buffer.alloc(32, 1) }]

function createForms() {
  const clock = { now: 1_000, waits: 0 }
  const store = createMemoryStore({ now: () => clock.now })
  const config = { sealKeys: () => SEAL_KEYS } as never
  // each read of the clock advances it by half of the time for which a second post waits
  const core = { store: () => store, config, clock: () => 10_001 * clock.waits++ }
  let times = 0
  const work = async () => ({ link: 'https://kura.example.com/#secret', times: ++times })
  return { clock, store, core, work }
}

test('the second post gets the value of the first, which stands sealed in the store', async () => {
  const { core, work, store } = createForms()
  const first = await submitOnce(FORM, work, core)
  expect(await submitOnce(FORM, work, core)).toEqual(first)
  expect(first.times).toBe(1)
  expect((await store.read('console/form/a-number-of-a-form')).record?.value).not.toContain('secret')
})

test('two posts at the same time act once', async () => {
  const { core, work } = createForms()
  const both = await Promise.all([submitOnce(FORM, work, core), submitOnce(FORM, work, core)])
  expect(both.map(({ times }) => times)).toEqual([1, 1])
})

test('the second post gets the error of the first, with its phrase', async () => {
  const { core, work } = createForms()
  const error = phraseError('conflict', phrase(PASSKEY_FAULTS.signature), { hint: 'again' })
  const failing = () => submitOnce(FORM, () => Promise.reject(error), core)
  await expect(failing()).rejects.toBe(error)
  const { code, message, hint, phrase: words } = error
  await expect(submitOnce(FORM, work, core)).rejects.toMatchObject({ code, message, hint, phrase: words })
})

test('after a kill the form is done again, but not before the lease has ended', async () => {
  const { clock, core, work } = createForms()
  await expect(submitOnce(FORM, () => Promise.reject(new Error('killed')), core)).rejects.toThrow('killed')
  await expect(submitOnce(FORM, work, core)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('still under way'),
  })
  clock.now += LEASE
  expect(await submitOnce(FORM, work, core)).toMatchObject({ times: 1 })
})

test('readOutcome() tells a form that was never begun from one whose process was killed', async () => {
  const { clock, core, work } = createForms()
  const seen = [await readOutcome(FORM.number, core)]
  const killed = () => submitOnce(FORM, () => Promise.reject(new Error('killed')), core)
  await expect(killed()).rejects.toThrow('killed')
  seen.push(await readOutcome(FORM.number, core))
  clock.now += LEASE
  seen.push(await readOutcome(FORM.number, core))
  const value = await submitOnce(FORM, work, core)
  expect([...seen, await readOutcome(FORM.number, core)]).toEqual([undefined, 'working', 'lost', { value }])
})

test('the number of a form is that of its page with its fields: what was typed anew is another form', () => {
  const [fields, session] = [{ form: 'a-number-of-a-page', amount: '1' }, { digest: 'hana' }]
  const { number } = postedForm(fields, session)
  expect(postedForm({ ...fields }, session)).toEqual({ number, session: 'hana' })
  expect(postedForm({ ...fields, amount: '2' }, session).number).not.toBe(number)
  expect(postedForm({ amount: '1' }, session).number).toBe('')
})

test('the number of another session, and what is no number, are refused', async () => {
  const { core, work } = createForms()
  await submitOnce(FORM, work, core)
  await expect(submitOnce({ ...FORM, session: 'ken' }, work, core)).rejects.toMatchObject({
    code: 'conflict',
  })
  await expect(submitOnce({ ...FORM, number: '../x' }, work, core)).rejects.toMatchObject({
    code: 'bad_request',
  })
})
