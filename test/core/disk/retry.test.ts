import { describe, expect, test } from 'vitest'
import { createRetry } from '../../../lib/core/disk/retry.ts'

/** Windows with the test's own clock, and files that are refused until a number of milliseconds has passed. */
function windows(platform: NodeJS.Platform = 'win32') {
  const world = { waited: 0, tries: 0 }
  const sleep = async (milliseconds: number) => {
    world.waited += milliseconds
  }
  const retry = createRetry({ platform, sleep })
  const open = (path: string, { until, code = 'EBUSY' }: { until: number; code?: string }) =>
    retry(path, () => {
      world.tries += 1
      if (world.waited < until) throw Object.assign(new Error(`${code}: refused`), { code })
      return path
    })
  return { world, open }
}

describe('createRetry()', () => {
  test.each(['EPERM', 'EBUSY', 'EACCES'])('tries again what Windows refuses with %s', async code => {
    const { world, open } = windows()
    expect(await open('a', { until: 100, code })).toBe('a')
    expect(world).toEqual({ waited: 100, tries: 3 })
  })

  test.each([
    { name: 'another error', platform: 'win32', code: 'ENOSPC' },
    { name: 'a refusal of another system', platform: 'linux', code: 'EACCES' },
    { name: 'a refusal of macOS', platform: 'darwin', code: 'EPERM' },
  ] as const)('does not try again after $name', async ({ platform, code }) => {
    const { world, open } = windows(platform)
    await expect(open('a', { until: 100, code })).rejects.toMatchObject({ code })
    expect(world).toEqual({ waited: 0, tries: 1 })
  })

  test('waits up to two seconds for a file, and then tries it only once until it is free', async () => {
    const { world, open } = windows()
    await expect(open('a', { until: 60_000 })).rejects.toMatchObject({ code: 'EBUSY' })
    expect(world.waited).toBe(2000)
    await expect(open('a', { until: 60_000 })).rejects.toMatchObject({ code: 'EBUSY' })
    expect(world.waited).toBe(2000)
    await open('a', { until: 0 })
    await open('a', { until: 2100 })
    expect(world.waited).toBe(2100)
  })

  test('waits thirty seconds in all', async () => {
    const { world, open } = windows()
    for (let file = 0; file < 20; file++)
      await expect(open(`file ${file}`, { until: 90_000 })).rejects.toMatchObject({ code: 'EBUSY' })
    expect(world.waited).toBe(30_000)
  })
})
