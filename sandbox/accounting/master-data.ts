/**
 * Companies, the user, account items, tax codes, sections, memo tags and walletables: clients read them and must not
 * guess them (document 1).
 */
import { type CompanyEndpoint, choiceParameter, page, type UserEndpoint } from './endpoint.ts'
import {
  type AccountItem,
  type AccountingState,
  type Company,
  type TaxCode,
  WALLETABLE_TYPES,
} from './state.ts'

export function userEndpoints(state: AccountingState): UserEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/api/1/companies',
      permission: 'companies',
      answer: () => Response.json({ companies: state.companies.map(companyReply) }),
    },
    {
      method: 'GET',
      path: '/api/1/users/me',
      permission: 'users',
      answer: ({ query }) => Response.json({ user: userReply(state, query.has('companies')) }),
    },
    {
      method: 'GET',
      path: '/api/1/taxes/codes',
      permission: 'taxes',
      answer: () => {
        const codes = state.companies.flatMap(({ taxCodes }) => taxCodes)
        return Response.json({ taxes: codes.map(({ code, name, name_ja }) => ({ code, name, name_ja })) })
      },
    },
  ]
}

export function masterDataEndpoints(): CompanyEndpoint[] {
  return [
    {
      method: 'GET',
      path: '/api/1/account_items',
      permission: 'account_items',
      company: 'query',
      answer: ({ company }) => Response.json({ account_items: company.accountItems.map(accountItemReply) }),
    },
    {
      method: 'GET',
      path: '/api/1/taxes/companies/{company_id}',
      permission: 'taxes',
      company: 'path',
      answer: ({ company, query }) => {
        const available = choiceParameter(query, 'available', ['true', 'false'])
        const category = query.get('display_category')
        const taxes = company.taxCodes
          .filter(tax => category === null || tax.display_category === category)
          .filter(tax => available === undefined || String(tax.available) === available)
        return Response.json({ taxes: taxes.map(taxReply) })
      },
    },
    {
      method: 'GET',
      path: '/api/1/sections',
      permission: 'sections',
      company: 'query',
      answer: ({ company }) => Response.json({ sections: company.sections }),
    },
    {
      method: 'GET',
      path: '/api/1/tags',
      permission: 'tags',
      company: 'query',
      answer: ({ company, query }) =>
        Response.json({ tags: page(company.tags, query, { size: 50, largest: 3000 }) }),
    },
    {
      method: 'GET',
      path: '/api/1/walletables',
      permission: 'walletables',
      company: 'query',
      answer({ company, query }) {
        const type = choiceParameter(query, 'type', WALLETABLE_TYPES)
        const walletables = company.walletables.filter(own => type === undefined || own.type === type)
        return Response.json({ walletables, meta: { up_to_date: true } })
      },
    },
  ]
}

function companyReply({ id, company_number, display_name, role }: Company) {
  return { id, name: display_name, name_kana: null, display_name, company_number, role }
}

function userReply({ user, companies }: AccountingState, withCompanies: boolean) {
  const names = { first_name: null, last_name: null, first_name_kana: null, last_name_kana: null }
  const own = companies.map(({ id, display_name, role }) => ({
    id,
    display_name,
    role,
    use_custom_role: false,
  }))
  return { ...user, ...names, ...(withCompanies && { companies: own }) }
}

function accountItemReply(item: AccountItem) {
  return {
    ...item,
    tax_code: item.default_tax_code,
    categories: ['費用'],
    shortcut: null,
    shortcut_num: null,
    code: null,
    walletable_id: null,
    group_name: null,
    group_id: null,
    corresponding_income_name: null,
    corresponding_income_id: null,
    corresponding_expense_name: null,
    corresponding_expense_id: null,
    update_date: '2026-04-01',
  }
}

function taxReply({ rate: _, ...tax }: TaxCode) {
  return tax
}
