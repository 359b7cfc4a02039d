/** `kura publish` works on the publisher's machine, so the log shows when the host was first seen to serve a release. */
import type { Store } from '../../core/store/store.ts'
import { type RecordFormat, update } from '../../core/store/update.ts'
import type { ActivityRecord } from './record.ts'

const KEY = 'activity/release'
const digest: RecordFormat<string> = { parse: text => text, format: text => text }

export interface ServedRelease {
  /** Its digest. */
  readonly release: string
  readonly version: number
}

/** Records a release unless it is the last one that was recorded; one may be recorded twice, none is left out. */
export async function recordServedRelease(
  { release, version, by, request }: ServedRelease & { by: string; request: string },
  { store, activity }: { store: Store; activity: Pick<ActivityRecord, 'record'> },
): Promise<void> {
  const { record } = await store.read(KEY)
  if (record?.value === release) return
  const what = { release, version }
  await activity.record({
    by,
    act: 'serveRelease',
    endpoint: 'GET /api/distribution',
    what,
    status: 200,
    request,
  })
  await update<string, void>(store, {
    key: KEY,
    format: digest,
    transition: () => ({ write: release, result: undefined }),
  })
}
