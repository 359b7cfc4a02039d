import { describe, expect, test } from 'vitest'
import { type Match, matchPerson } from '../../../../lib/services/chat/delivery/people.ts'
import type { Member } from '../../../../lib/services/chat/schema.ts'
import { ACTING, createChatWorld } from '../../../helpers/remotes/chat.ts'

const member = (
  id: string,
  username: string,
  names: { nick?: string; shown?: string; bot?: boolean } = {},
): Member => ({
  nick: names.nick ?? null,
  user: { id, username, global_name: names.shown ?? null, ...(names.bot && { bot: true }) },
})

describe('matchPerson()', () => {
  const rows: { name: string; wanted: string; found: Member[]; complete?: boolean; want: Partial<Match> }[] =
    [
      {
        name: 'the only one of the name',
        wanted: 'hana',
        found: [member('1', 'hana')],
        want: { match: 'one' },
      },
      {
        name: 'a full name among longer ones',
        wanted: 'hana',
        found: [member('1', 'hanako'), member('2', 'hana')],
        want: { match: 'one', person: { id: '2', label: 'hana' } } as never,
      },
      {
        name: 'a nick, whatever its case and width',
        wanted: 'ＨＡＮＡ',
        found: [member('1', 'x', { nick: 'Hana' })],
        want: { match: 'one' },
      },
      {
        name: 'two names that look the same',
        wanted: 'hana',
        found: [member('1', 'hana'), member('2', 'x', { nick: 'Ha\u00adna\u200b' })],
        want: { match: 'ambiguous' },
      },
      {
        name: 'a shown name',
        wanted: 'Hana',
        found: [member('1', 'x', { shown: 'hana' })],
        want: { match: 'one' },
      },
      {
        name: "one's user name is another's nick",
        wanted: 'hana',
        found: [member('1', 'hana'), member('2', 'x', { nick: 'hana' })],
        want: { match: 'ambiguous', candidates: ['hana, 1', 'x (hana), 2'] } as never,
      },
      {
        name: 'only the beginning of two names',
        wanted: 'ha',
        found: [member('1', 'hana'), member('2', 'haru')],
        want: { match: 'ambiguous' },
      },
      {
        name: 'only the beginning of one name is not guessed',
        wanted: 'ha',
        found: [member('1', 'hana')],
        want: { match: 'missing', candidates: ['hana, 1'] } as never,
      },
      { name: 'nobody', wanted: 'hana', found: [], want: { match: 'missing', candidates: [] } as never },
      {
        name: 'a bot is no person',
        wanted: 'hana',
        found: [member('1', 'hana', { bot: true })],
        want: { match: 'missing' },
      },
      {
        name: 'too many were found to be sure',
        wanted: 'hana',
        found: [member('1', 'hana')],
        complete: false,
        want: { match: 'ambiguous' },
      },
    ]
  test.each(rows)('$name', ({ wanted, found, complete = true, want }) => {
    expect(matchPerson(wanted, { found, complete })).toMatchObject(want)
  })
})

describe('people by identifier', () => {
  test('a member is found by a number and by a mention, and gets one message', async () => {
    const { world, guild, chat, direct } = await createChatWorld()
    const hana = world.person('hana', { guild })
    const people = [hana.id, `<@${hana.id}>`, 'hana']
    expect(await chat().deliver({ name: 'x', text: 'x', people }, ACTING)).toMatchObject({
      reached: [{ id: hana.id }],
    })
    expect(direct(hana)).toEqual(['x'])
  })

  test('a person who is not in the server is reported as missing', async () => {
    const { world, chat } = await createChatWorld()
    const stranger = world.person('stranger')
    await expect(chat().dryRun({ name: 'x', text: 'x', people: [stranger.id] })).rejects.toMatchObject({
      code: 'bad_request',
      details: { missing: [stranger.id] },
    })
  })
})
