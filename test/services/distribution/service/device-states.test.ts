import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sha256 } from '../../../../lib/core/release/envelope.ts'
import { rotateRoot } from '../../../../lib/publishing/keys/roots.ts'
import { TEST_NOW } from '../../../helpers/publishing/release.ts'
import { FILES, STATUS, serve } from '../world.ts'

describe('device states', () => {
  test('a 304 is the report of a whole device, a status is what the device says, each device on its own', async () => {
    const { publisher, ask, devices } = await serve()
    const { release } = await publisher.publish(FILES)
    expect((await ask({ query: { have: release } })).line).toMatchObject({ 'device-state': 'changed' })
    await ask({ body: { status: STATUS }, name: 'desk' })
    await ask({ name: 'new' })
    expect(await devices()).toEqual([
      {
        name: 'desk',
        keyid: 'desk:device:1',
        sequence: 3,
        expected: 3,
        installed: 2,
        indexed: 2,
        line: STATUS.line,
        problems: STATUS.problems,
        deviceAt: STATUS.at,
        since: '2026-01-01T00:00:00.000Z',
        at: '2026-01-01T00:00:00.000Z',
        days: { until: '2026-01-01', marks: 'b' },
        whole: false,
        behind: true,
        silent: false,
        revoked: false,
      },
      {
        name: 'laptop',
        keyid: 'laptop:device:1',
        sequence: 0,
        release,
        version: 1,
        expected: 3,
        installed: 3,
        indexed: 3,
        line: 'memory=3 / index reference=yes',
        since: '2026-01-01T00:00:00.000Z',
        at: '2026-01-01T00:00:00.000Z',
        days: { until: '2026-01-01', marks: 'w' },
        whole: true,
        behind: false,
        silent: false,
        revoked: false,
      },
    ])
  })

  test('have of an older release, and have beside a question for contents, say nothing', async () => {
    const { publisher, ask, devices } = await serve()
    const { release: first } = await publisher.publish(FILES)
    const { release: second } = await publisher.publish({ ...FILES, 'a.md': '# B\n' })
    await ask({ query: { have: first } })
    await ask({ query: { have: second, page: '0' } })
    await ask({ body: { have: second, want: [sha256('# B\n')] } })
    expect(await devices()).toEqual([])
  })

  test('a device that lacks a root is whole all the same', async () => {
    const { publisher, ask, devices } = await serve()
    await publisher.publish(FILES)
    await rotateRoot({ ...publisher, now: TEST_NOW })
    const { release } = await publisher.publish(FILES)
    expect((await ask({ query: { have: release, root: '1' } })).response.status).toBe(200)
    expect(await devices()).toMatchObject([{ whole: true }])
  })

  test('an outage of the store changes no answer, and the log notes it', async () => {
    const { publisher, ask, store, devices } = await serve()
    const { release } = await publisher.publish(FILES)
    store.failure = { error: new Error('out of reach'), when: 'before' }
    const { response, line } = await ask({ query: { have: release } })
    expect(response.status).toBe(304)
    expect(line).toMatchObject({ 'device-state': 'store unavailable', store: 'out of reach' })
    await expect(devices()).rejects.toThrow('out of reach')
  })

  test('are listed if there is no release', async () => {
    const { publisher, devices, ask } = await serve()
    await publisher.publish(FILES)
    await ask({ body: { status: STATUS } })
    await rm(join(publisher.releaseDir, 'current.json'))
    expect(await devices()).toMatchObject([{ name: 'laptop', behind: false, whole: false }])
  })
})
