/**
 * The state at the start of the accounting sandbox: a test company with document 1's tax codes, and another company.
 */
import { JOURNAL_COLUMNS } from './columns.ts'
import type { AccountItem, AccountingState, Company, Deal, Permission, TaxCode, Walletable } from './state.ts'

/** The redirect URI with which the authorization page shows the code to the user (document 1). */
export const OUT_OF_BAND = 'urn:ietf:wg:oauth:2.0:oob'

/** The lifetime of an access token in seconds. */
const EXPIRES_IN = 21_600

/** The default permissions of an application: all except the tax listing. */
const PERMISSIONS: readonly Permission[] = [
  'companies',
  'users',
  'account_items',
  'deals',
  'journals',
  'partners',
  'items',
  'sections',
  'tags',
  'walletables',
  'receipts',
]

function accountItem(id: number, name: string, code: number): AccountItem {
  return {
    id,
    name,
    default_tax_code: code,
    account_category: '販売管理費',
    account_category_id: 28,
    available: true,
  }
}

function walletable(
  id: number,
  name: string,
  { type, bank }: { type: Walletable['type']; bank: number | null },
): Walletable {
  return { id, name, bank_id: bank, type, update_date: '2026-04-01' }
}

/** `permissions` lists the groups of endpoints that the application may call. */
export function createState({ permissions = PERMISSIONS }: { permissions?: readonly Permission[] } = {}) {
  const nextId = () => {
    state.lastId += 1
    return state.lastId
  }
  const state: AccountingState = {
    lastId: 3_000_000_000,
    application: {
      client_id: 'sandbox-client',
      client_secret: 'sandbox-secret',
      redirectUris: [
        OUT_OF_BAND,
        'http://127.0.0.1/callback',
        'http://127.0.0.1/console/authorize',
        'http://localhost/console/authorize',
      ],
      permissions: new Set(permissions),
    },
    user: { id: 77_001, email: 'operator@sandbox.invalid', display_name: '試験 太郎' },
    companies: [testCompany(), otherCompany()],
    journal: {
      stages: ['enqueued', 'working'],
      failureRate: 0.05,
      columns: JOURNAL_COLUMNS,
      quotes: 'needed',
      dates: 'YYYY-MM-DD',
    },
    errorShape: 'code',
    expiresIn: EXPIRES_IN,
    nextId,
  }
  const [company] = state.companies
  if (company) fillCompany(company, nextId)
  return state
}

function emptyCompany(company: Pick<Company, 'id' | 'company_number' | 'display_name' | 'role'>): Company {
  return {
    ...company,
    accountItems: [],
    taxCodes: [],
    deals: new Map(),
    partners: new Map(),
    items: new Map(),
    sections: [],
    tags: [],
    walletables: [],
    receipts: new Map(),
    reports: new Map(),
  }
}

function testCompany(): Company {
  const company = { id: 1_234_567, company_number: '8101234567', display_name: '開発用テスト事業所' }
  return {
    ...emptyCompany({ ...company, role: 'admin' }),
    accountItems: [
      accountItem(501, '消耗品費', 136),
      accountItem(502, '旅費交通費', 136),
      accountItem(503, '会議費', 163),
      accountItem(504, '租税公課', 2),
      accountItem(505, '支払手数料', 136),
      accountItem(506, '新聞図書費', 136),
    ],
    taxCodes: TAX_CODES,
    sections: [
      { id: 701, name: '営業部' },
      { id: 702, name: '開発部' },
    ],
    tags: [
      { id: 801, name: '出張' },
      { id: 802, name: '展示会' },
    ],
    walletables: [
      walletable(601, '現金', { type: 'wallet', bank: null }),
      walletable(602, '試験銀行 普通', { type: 'bank_account', bank: 3 }),
      walletable(603, '試験カード', { type: 'credit_card', bank: 41 }),
    ],
  }
}

/** A company that the user may only read. It has tax codes of its own, because tax codes belong to one company. */
function otherCompany(): Company {
  const company = { id: 7_654_321, company_number: '0091234567', display_name: '株式会社ことなる番号' }
  return {
    ...emptyCompany({ ...company, role: 'read_only' }),
    accountItems: [accountItem(901, '消耗品費', 1136), accountItem(902, '雑費', 1136)],
    taxCodes: TAX_CODES.map(taxCode => ({ ...taxCode, code: taxCode.code + 1000 })),
  }
}

/** Fills a company with partners, items and deals. Some of the texts have characters that only Windows-31J has. */
function fillCompany(company: Company, nextId: () => number): void {
  const update_date = '2026-04-01'
  for (const [name, available] of [
    ['①㈱髙﨑商店', true],
    ['廃業した商店', false],
  ] as const) {
    const id = nextId()
    company.partners.set(id, {
      id,
      company_id: company.id,
      name,
      code: null,
      available,
      update_date,
      others: {},
    })
  }
  for (const name of ['文房具', '未使用の品目']) {
    const id = nextId()
    const item = { id, company_id: company.id, name, available: true, update_date }
    company.items.set(id, { ...item, shortcut1: null, shortcut2: null, code: null })
  }
  const [partner] = company.partners.keys()
  const [item] = company.items.keys()
  const rows = [
    { date: '2026-04-03', tax_code: 136, amount: 1100, vat: 100, description: 'コピー用紙' },
    { date: '2026-04-10', tax_code: 163, amount: 540, vat: 40, description: '会議の茶菓\n"差し入れ", ほか' },
    { date: '2026-04-28', tax_code: 189, amount: 2200, vat: 200, description: '①㈱髙﨑商店 ﾄﾅｰ 表示灯' },
  ]
  for (const row of rows) {
    const deal = seedDeal(company, { ...row, nextId, partner: partner ?? null, item: item ?? null })
    company.deals.set(deal.id, deal)
  }
}

interface SeedRow {
  readonly date: string
  readonly tax_code: number
  readonly amount: number
  readonly vat: number
  readonly description: string
  readonly partner: number | null
  readonly item: number | null
  nextId(): number
}

function seedDeal(company: Company, row: SeedRow): Deal {
  const detail = {
    id: row.nextId(),
    account_item_id: company.accountItems[0]?.id ?? 1,
    tax_code: row.tax_code,
    item_id: row.item,
    section_id: null,
    tag_ids: [],
    amount: row.amount,
    vat: row.vat,
    description: row.description,
    entry_side: 'debit' as const,
  }
  return {
    id: row.nextId(),
    company_id: company.id,
    issue_date: row.date,
    due_date: null,
    amount: row.amount,
    due_amount: row.amount,
    type: 'expense',
    partner_id: row.partner,
    ref_number: null,
    status: 'unsettled',
    details: [detail],
    payments: [],
  }
}

/**
 * Document 1 observed nine tax codes in a test company; since 2026-10 the service lists four more, of 70 % and 30 %
 * deduction. Of these it has published only code 234; the numbers 235 to 237 are invented.
 */
const TAX_CODES: readonly TaxCode[] = [
  tax(136, '課対仕入10%', { display: 'tax_10', rate: 10 }),
  tax(163, '課対仕入8%（軽）', { display: 'tax_r8', rate: 8 }),
  tax(189, '課対仕入（控80）10%', { display: 'tax_10_e80', rate: 10 }),
  tax(187, '課対仕入（控80）8%（軽）', { display: 'tax_r8_e80', rate: 8 }),
  tax(190, '課対仕入（控50）10%', { display: 'tax_10_e50', rate: 10 }),
  tax(188, '課対仕入（控50）8%（軽）', { display: 'tax_r8_e50', rate: 8 }),
  tax(2, '対象外', { display: null, rate: 0 }),
  tax(34, '課対仕入', { display: null, rate: 10 }),
  tax(108, '課対仕入8%', { display: 'tax_8', rate: 8 }),
  tax(234, '課対仕入(控70) 10%', { display: 'tax_10_e70', rate: 10 }),
  tax(235, '課対仕入(控70) 8%(軽)', { display: 'tax_r8_e70', rate: 8 }),
  tax(236, '課対仕入(控30) 10%', { display: 'tax_10_e30', rate: 10 }),
  tax(237, '課対仕入(控30) 8%(軽)', { display: 'tax_r8_e30', rate: 8 }),
]

function tax(
  code: number,
  name: string,
  { display, rate }: { display: string | null; rate: number },
): TaxCode {
  return { code, name: `tax_${code}`, name_ja: name, display_category: display, available: true, rate }
}
