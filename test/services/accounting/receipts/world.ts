/** A receipt file, and the dependencies of its upload. */
import { freeByPerson, settleByQuery } from '../../../../lib/services/accounting/cases/cases.ts'
import { receiptCase, sha256Of } from '../../../../lib/services/accounting/receipts/identity.ts'
import { showReceipt, uploadReceipt } from '../../../../lib/services/accounting/receipts/upload.ts'
import type { AccountingClient } from '../../../../lib/services/accounting/remote/client.ts'
import { receiptCases } from '../../../../lib/services/accounting/routes/receipts.ts'
import { COMPANY, createDealWorld, type WorldOptions } from '../deals/world.ts'

export const UPLOAD = 'POST /api/1/receipts'
export const bytes = new TextEncoder().encode('%PDF 蔵')
export const FILE = { name: '領収書.pdf', bytes }
export const SHA256 = sha256Of(bytes)
export const NAME = receiptCase({ companyId: COMPANY, sha256: SHA256 })

export async function createWorld(options: WorldOptions = {}) {
  const world = await createDealWorld(options)
  const { call, deps, company, running } = world
  const caseCall = { caseName: NAME, client: call.client, by: 'hana' }
  return {
    ...world,
    upload: (file = FILE, client: AccountingClient = call.client) =>
      uploadReceipt(file, { ...call, client }, deps),
    show: (file = FILE) => showReceipt(file, call, deps),
    resolve: () => settleByQuery(caseCall, receiptCases(deps)),
    async free() {
      const operation = (await deps.receipts.read(NAME))?.operation ?? ''
      return freeByPerson(caseCall, { person: 'Mei', operation, reason: 'not there' }, receiptCases(deps))
    },
    files: () => [...company.receipts.values()],
    uploads: () => running.requests.filter(request => request.startsWith(UPLOAD)).length,
  }
}
