import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openStore } from '../../../../lib/core/store/open.ts'
import type { Store } from '../../../../lib/core/store/store.ts'
import { createChat } from '../../../../lib/services/chat/service.ts'
import { actAndDie } from '../../../helpers/processes/killed.ts'
import { brokenAnswer, createChatWorld, MINUTE, withSickBot } from '../../../helpers/remotes/chat.ts'
import { temporaryDirectory } from '../../../helpers/temporary-directory.ts'

const order = { name: 'd', text: 'once', people: ['hana', 'ken'] }

/** The store with a later time: every claim has lapsed, and every unknown outcome can be settled. */
function later(store: Store): Store {
  const shift = async <A extends { now: number }>(answer: Promise<A>): Promise<A> => {
    const given = await answer
    return { ...given, now: given.now + 30 * MINUTE }
  }
  return {
    ...store,
    read: key => shift(store.read(key)),
    readMany: keys => shift(store.readMany(keys)),
  }
}

/** With a failing bot, the platform first gets one call more: it is asked about each token. */
const SICK_CALLS = 1

const rows = [
  { name: 'before the first message', calls: 6, when: 'before', sent: 0 },
  { name: 'after the first message', calls: 6, when: 'after', sent: 1 },
  { name: 'before the second message', calls: 8, when: 'before', sent: 1 },
  { name: 'after the second message', calls: 8, when: 'after', sent: 2 },
] as const

const BOTS = [
  { bots: 'one bot', sick: false },
  { bots: 'two bots of which one is sick', sick: true },
]

test.each(rows.flatMap(row => BOTS.map(bots => ({ ...row, ...bots }))))(
  'the next process continues one that is killed $name with $bots',
  async ({ calls, when, sent, sick }) => {
    const well = await createChatWorld()
    const { remote, world, guild, direct } = well
    const settings = sick ? await withSickBot(well, brokenAnswer) : well.deps.settings
    const deps = { ...well.deps, settings }
    const people = ['hana', 'ken'].map(name => world.person(name, { guild }))
    const file = join(await temporaryDirectory(), 'store.db')
    remote.clock.now = Date.now()
    const mishap = { at: sick ? calls + SICK_CALLS : calls, when }
    const { signal } = await actAndDie({ act: { do: 'deliver', settings, order }, file, mishap })
    expect(signal).toBe('SIGKILL')
    expect(people.flatMap(direct)).toHaveLength(sent)

    const store = await openStore({ kind: 'embedded', file })
    onTestFinished(() => store.close())
    const atOnce = await createChat({ ...deps, store }).deliver(order, { by: 'test' })
    expect(atOnce.complete).toBe(false)
    expect(Math.max(...people.map(person => direct(person).length))).toBe(1)
    const settled = await createChat({ ...deps, store: later(store) }).deliver(order, { by: 'test' })
    expect(settled).toMatchObject({ complete: true, unreached: [] })
    expect(people.map(direct)).toEqual([['once'], ['once']])
  },
)
