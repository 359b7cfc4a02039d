/** Exports of the activity log: chained entries, signed with the tests' own key. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import type { StoredApproval } from '../../../lib/core/passkey/stored-records.ts'
import { keyidOf, rawPublicKey, signEnvelope } from '../../../lib/core/release/envelope.ts'
import type { Root } from '../../../lib/core/release/schema.ts'
import type { Entry } from '../../../lib/services/activity/contract-schemas.ts'
import { digestOf } from '../../../lib/services/activity/entry.ts'
import {
  type ExportFile,
  exportText,
  readExport,
  statementText,
} from '../../../lib/services/activity/export.ts'

/** Returns `count` chained entries, beginning with number 1, an hour apart. */
export function chainOf(count: number, change: (entry: Entry) => Entry = entry => entry): Entry[] {
  const entries: Entry[] = []
  for (let seq = 1; seq <= count; seq++) {
    const before = entries.at(-1)
    entries.push(
      change({
        seq,
        at: new Date(Date.parse('2026-10-01T00:00:00Z') + seq * 3_600_000).toISOString(),
        by: 'hana:admin:1',
        act: 'x',
        endpoint: 'POST /api/x',
        what: { case: `receipt-${seq}` },
        status: 200,
        request: `r${seq}`,
        prev: before ? digestOf(before) : '',
      }),
    )
  }
  return entries
}

/** Returns a root with one key, and that key. */
export function createCompany(version = 1): { root: Root; key: KeyObject } {
  const { privateKey: key } = generateKeyPairSync('ed25519')
  const publicKey = rawPublicKey(key)
  const root: Root = {
    v: 1,
    version,
    keys: { [keyidOf(publicKey)]: publicKey },
    threshold: 1,
    expires: '2027-01-01T00:00:00.000Z',
  }
  return { root, key }
}

/** The text of an export's file. */
export function signedExport(
  entries: readonly Entry[],
  {
    root,
    key,
    previous,
    approvals = [],
  }: { root: Root; key: KeyObject; previous?: string | undefined; approvals?: readonly StoredApproval[] },
): string {
  const about = { month: '2026-10', timezone: 'UTC', created: '2026-11-01T00:00:00.000Z', root: root.version }
  const signed = statementText({ entries, approvals }, { ...about, previous })
  return exportText({ entries, approvals }, signEnvelope('activity', signed, [key]))
}

/** Parses a text that must be an export, and returns its file. */
export function exportOf(name: string, text: string): ExportFile {
  const file = readExport(name, text)
  if (!file) throw new Error(`not an export: ${name}`)
  return file
}
