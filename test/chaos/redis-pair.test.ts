/** A failover of the chaos run's Redis loses the writes that the replica lacks, and no other writes. */
import { expect, onTestFinished, test } from 'vitest'
import { hasRedisServer } from '../helpers/redis/servers.ts'
import { count } from '../helpers/run/sampled.ts'
import { temporaryDirectory } from '../helpers/temporary-directory.ts'
import { startRedisPair } from './redis-pair.ts'

test.skipIf(!hasRedisServer)(
  'what a replica has confirmed survives failovers and restarts',
  { timeout: 60_000 },
  async () => {
    const pair = await startRedisPair({ directory: await temporaryDirectory(), lag: () => 20, steady: 0 })
    onTestFinished(() => pair.close())
    const confirmed: string[] = []
    const events = [pair.failOver, pair.restart, pair.failOver, pair.restart, pair.failOver]
    const stop = new AbortController()
    const writing = (async () => {
      for (let count = 0; !stop.signal.aborted; count++) {
        const replies = await pair.connection
          .send([
            ['SET', `${count}`, '1'],
            ['WAIT', '1', '300'],
          ])
          .catch(() => [])
        if (replies[1] === 1) confirmed.push(`${count}`)
        else await new Promise(resolve => setTimeout(resolve, 5))
      }
    })()
    for (const happens of count({ few: events.slice(0, 2), all: events })) {
      const before = confirmed.length
      await expect.poll(() => confirmed.length).toBeGreaterThan(before + 5)
      await happens()
    }
    stop.abort()
    await writing
    const [found] = await pair.connection.send([['MGET', ...confirmed]])
    expect(confirmed.filter((_, index) => (found as (Buffer | null)[])[index] === null)).toEqual([])
  },
)
