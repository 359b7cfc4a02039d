import { expect, test } from 'vitest'
import { doOnce } from '../../../../lib/services/chat/acts/once.ts'
import { type Behaviour, createClaimsWorld, NAME } from '../../../core/claims/world.ts'
import { OUTAGE } from '../../../helpers/memory-store.ts'

const rows: { behaviour: Behaviour; want: object }[] = [
  {
    behaviour: 'made',
    want: {
      code: 'store_unavailable',
      message: 'Cannot store that the deal "receipt 1" is done: it was done at the remote',
      hint: expect.stringContaining('not created again'),
      cause: OUTAGE.error,
    },
  },
  { behaviour: 'never sent', want: OUTAGE.error as object },
  { behaviour: 'request lost', want: OUTAGE.error as object },
]

test.each(rows)(
  'doOnce() whose outcome, $behaviour, cannot be stored says so',
  async ({ behaviour, want }) => {
    const world = createClaimsWorld()
    world.remote.behaviour = behaviour
    const claims = { ...world.claims, settle: () => Promise.reject(OUTAGE.error) }
    const { make: send, query } = world.remote
    const act = { name: NAME, digest: 'body-1', body: 'body 1', by: 'hana', send, query }
    await expect(doOnce(act, { ...world.deps, claims })).rejects.toMatchObject(want)
  },
)
