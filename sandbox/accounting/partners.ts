/**
 * Partners: names are unique, and a partner can be deleted only after its use has been stopped (document 1, States).
 */
import * as z from 'zod'
import { type CompanyCall, type CompanyEndpoint, existing, page, parseBody } from './endpoint.ts'
import { invalid } from './errors.ts'
import type { AccountingState, Company, Partner } from './state.ts'

const PATH = '/api/1/partners'

const name = z.string().min(1).max(255)
const code = z.string().nullable().optional()
const createBody = z.looseObject({ company_id: z.int().min(1), name, code })
const updateBody = z.looseObject({
  company_id: z.int().min(1),
  name,
  code,
  available: z.boolean().optional(),
})

/** `today()` gives the date as YYYY-MM-DD. */
export function partnerEndpoints(state: AccountingState, today: () => string): CompanyEndpoint[] {
  return [
    {
      method: 'GET',
      path: PATH,
      permission: 'partners',
      company: 'query',
      answer({ company, query }) {
        const found = page(searchPartners(company, query), query, { size: 50, largest: 3000 })
        return Response.json({ partners: found.map(partnerReply) })
      },
    },
    {
      method: 'GET',
      path: `${PATH}/{id}`,
      permission: 'partners',
      company: 'query',
      answer: ({ company, id }) => Response.json({ partner: partnerReply(existing(company.partners, id)) }),
    },
    {
      method: 'POST',
      path: PATH,
      permission: 'partners',
      company: 'body',
      write: true,
      answer: call => {
        const partner = createPartner(call, { id: state.nextId(), update_date: today() })
        return Response.json({ partner: partnerReply(partner) }, { status: 201 })
      },
    },
    {
      method: 'PUT',
      path: `${PATH}/{id}`,
      permission: 'partners',
      company: 'body',
      write: true,
      answer: call => Response.json({ partner: partnerReply(updatePartner(call, today())) }),
    },
    {
      method: 'DELETE',
      path: `${PATH}/{id}`,
      permission: 'partners',
      company: 'query',
      write: true,
      answer: deletePartner,
    },
  ]
}

function searchPartners(company: Company, query: URLSearchParams): Partner[] {
  const words = (query.get('keyword') ?? '').split(/[\s\u3000]+/).filter(word => word !== '')
  return [...company.partners.values()].filter(({ name }) => words.every(word => name.includes(word)))
}

function createPartner({ company, body }: CompanyCall, facts: Pick<Partner, 'id' | 'update_date'>): Partner {
  const { company_id, name, code = null, ...others } = parseBody(createBody, body)
  checkName(company, name)
  const partner: Partner = { ...facts, company_id, name, code, available: true, others }
  company.partners.set(partner.id, partner)
  return partner
}

/** Changes the members that the body contains, and leaves the others. */
function updatePartner({ company, id, body }: CompanyCall, update_date: string): Partner {
  const current = existing(company.partners, id)
  const { company_id, name, code, available, ...others } = parseBody(updateBody, body)
  checkName(company, name, id)
  const partner: Partner = {
    id,
    company_id,
    name,
    code: code === undefined ? current.code : code,
    available: available ?? current.available,
    update_date,
    others: { ...current.others, ...others },
  }
  company.partners.set(id, partner)
  return partner
}

function deletePartner({ company, id }: CompanyCall): Response {
  if (existing(company.partners, id).available)
    throw invalid('使用停止されていない取引先はアーカイブできません。')
  const used = [...company.deals.values()].some(deal => deal.partner_id === id)
  if (used) throw invalid('取引で使用されている取引先は削除できません。')
  company.partners.delete(id)
  return new Response(null, { status: 204 })
}

function checkName(company: Company, name: string, own?: number): void {
  const taken = [...company.partners.values()].some(partner => partner.name === name && partner.id !== own)
  if (taken) throw invalid('取引先名はすでに使用されています。')
}

function partnerReply({ others, ...partner }: Partner) {
  return { ...others, ...partner }
}
