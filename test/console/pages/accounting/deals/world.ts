/** The console over books with deals, partners and files, for a person who has signed in. */
import type { Scope } from '../../../../../lib/core/signatures/keys.ts'
import { createReceiptsWorld } from '../receipts/world.ts'

/** Creates books without the sandbox's initial deals; `add` adds a deal. */
export async function createDealsWorld(env: Record<string, string> = {}, scopes?: readonly Scope[]) {
  const world = await createReceiptsWorld(env)
  const { company } = world
  company.deals.clear()
  let id = 500
  const add = (change: object = {}) => {
    id += 1
    const line = {
      id: id * 10,
      account_item_id: company.accountItems[0]?.id ?? 0,
      tax_code: 136,
      item_id: null,
      section_id: null,
      tag_ids: [],
      amount: 1100,
      vat: 100,
      description: 'lunch',
      entry_side: 'debit' as const,
    }
    const deal = {
      id,
      company_id: company.id,
      issue_date: '2026-04-07',
      due_date: null,
      amount: 1100,
      due_amount: 1100,
      type: 'expense' as const,
      partner_id: null,
      ref_number: null,
      status: 'unsettled' as const,
      details: [line],
      payments: [],
      ...change,
    }
    company.deals.set(id, deal)
    return deal
  }
  const addPartner = (partner: number, name: string) =>
    company.partners.set(partner, {
      id: partner,
      company_id: company.id,
      name,
      code: null,
      available: true,
      update_date: '2026-04-01',
      others: {},
    })
  /** Returns a file of the file box in the form in which the service attaches it to a deal. */
  const file = (number: number, description = '') => ({
    receipts: [
      {
        id: number,
        status: 'confirmed',
        description,
        mime_type: 'image/png',
        origin: 'public_api',
        created_at: '2026-04-07T12:00:00+09:00',
        user: { id: 1, email: 'a@example.com', display_name: null },
        file_src: 'https://files.sandbox.invalid/1',
      },
    ],
  })
  const person = await world.signIn('Mei', scopes)
  return { ...world, ...person, write: world.post, add, addPartner, file }
}
