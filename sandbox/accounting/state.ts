/** The state of the accounting sandbox. Records have the service's own member names, as in its replies. */

export type Role = 'admin' | 'simple_accounting' | 'self_only' | 'read_only' | 'workflow'

export type Permission =
  | 'companies'
  | 'users'
  | 'account_items'
  | 'taxes'
  | 'deals'
  | 'journals'
  | 'partners'
  | 'items'
  | 'sections'
  | 'tags'
  | 'walletables'
  | 'receipts'

export interface AccountItem {
  readonly id: number
  readonly name: string
  readonly default_tax_code: number
  readonly account_category: string
  readonly account_category_id: number
  readonly available: boolean
}

export interface TaxCode {
  readonly code: number
  readonly name: string
  readonly name_ja: string
  readonly display_category: string | null
  readonly available: boolean
  /** The tax rate in percent; an amount includes the tax. */
  readonly rate: number
}

export interface DealDetail {
  readonly id: number
  readonly account_item_id: number
  readonly tax_code: number
  readonly item_id: number | null
  readonly section_id: number | null
  readonly tag_ids: readonly number[]
  readonly amount: number
  readonly vat: number
  readonly description: string
  readonly entry_side: 'credit' | 'debit'
}

export interface Payment {
  readonly id: number
  readonly date: string
  readonly from_walletable_type: string
  readonly from_walletable_id: number
  readonly amount: number
}

export interface Deal {
  readonly id: number
  readonly company_id: number
  readonly issue_date: string
  readonly due_date: string | null
  readonly amount: number
  readonly due_amount: number
  readonly type: 'income' | 'expense'
  readonly partner_id: number | null
  readonly ref_number: string | null
  readonly status: 'unsettled' | 'settled'
  readonly details: readonly DealDetail[]
  readonly payments: readonly Payment[]
  /** The files of the file box that are attached to the deal. */
  readonly receipts?: readonly { readonly id: number }[]
}

export interface Partner {
  readonly id: number
  readonly company_id: number
  readonly name: string
  readonly code: string | null
  readonly available: boolean
  readonly update_date: string
  /** The members that the real service interprets; the sandbox only stores and returns them. */
  readonly others: Readonly<Record<string, unknown>>
}

export interface Item {
  readonly id: number
  readonly company_id: number
  readonly name: string
  readonly available: boolean
  readonly update_date: string
  readonly shortcut1: string | null
  readonly shortcut2: string | null
  readonly code: string | null
}

/** A section or a memo tag. */
export interface Group {
  readonly id: number
  readonly name: string
}

/** A bank account, a credit card or another wallet. */
export interface Walletable {
  readonly id: number
  readonly name: string
  /** The bank or the card company; null for a wallet without one, such as cash. */
  readonly bank_id: number | null
  readonly type: WalletableType
  readonly update_date: string
}

export const WALLETABLE_TYPES = ['bank_account', 'credit_card', 'wallet'] as const
export type WalletableType = (typeof WALLETABLE_TYPES)[number]

/** A file of the file box. */
export interface Receipt {
  readonly id: number
  readonly status: 'confirmed' | 'deleted' | 'ignored'
  readonly description: string
  readonly mime_type: string
  readonly origin: 'public_api'
  /** When the file was uploaded, ISO 8601, in Japan. */
  readonly created_at: string
  readonly user: AccountingState['user']
  readonly file: {
    readonly name: string
    readonly size: number
    readonly sha256: string
    /** The content; a file without it cannot be downloaded. */
    readonly bytes?: Uint8Array<ArrayBuffer>
  }
  receipt_metadatum: {
    readonly partner_name: string | null
    readonly issue_date: string | null
    readonly amount: number | null
  }
  document_type: 'receipt' | 'invoice' | 'other' | null
  qualified_invoice: 'qualified' | 'not_qualified' | 'unselected' | null
  readonly invoice_registration_number?: string | null
  /** What the service reads on the file, and when its reading is saved, in milliseconds since the epoch. */
  readonly reading?: { readonly at: number; readonly read: Reading }
}

/** What the service can read on a file. */
export interface Reading {
  readonly partner_name?: string | undefined
  readonly issue_date?: string | undefined
  readonly amount?: number | undefined
  readonly document_type?: 'receipt' | 'invoice' | 'other' | undefined
  readonly qualified_invoice?: 'qualified' | 'not_qualified' | undefined
  readonly invoice_registration_number?: string | undefined
}

export interface Report {
  readonly id: number
  readonly download_type: string
  readonly encoding: 'sjis' | 'utf-8'
  readonly start_date: string
  readonly end_date: string
  readonly deals: readonly Deal[]
  status: 'accepted' | 'enqueued' | 'working' | 'uploaded' | 'failed'
}

export interface Company {
  readonly id: number
  /** The office number that people see; it is not the id. */
  readonly company_number: string
  readonly display_name: string
  role: Role
  accountItems: readonly AccountItem[]
  taxCodes: readonly TaxCode[]
  readonly deals: Map<number, Deal>
  readonly partners: Map<number, Partner>
  readonly items: Map<number, Item>
  /** The sections and the memo tags, with only the members that kura uses. */
  sections: readonly Group[]
  tags: readonly Group[]
  walletables: readonly Walletable[]
  readonly receipts: Map<number, Receipt>
  readonly reports: Map<number, Report>
}

/** The forms of the body of a 401 and a 403; the real service uses all three. */
export type ErrorShape = 'message' | 'code' | 'codes'

export interface JournalSettings {
  /** The states through which a report passes before it is finished. Each read of its status returns the next one. */
  stages: readonly ('enqueued' | 'working')[]
  /** The share of report jobs that fail, in [0, 1]. */
  failureRate: number
  /** The headers of the CSV, in their order; they differ between companies. */
  columns: readonly string[]
  /** Whether every field has quotes, or only fields that need them. */
  quotes: 'all' | 'needed'
  dates: 'YYYY-MM-DD' | 'YYYY/MM/DD'
}

export interface AccountingState {
  readonly application: {
    readonly client_id: string
    readonly client_secret: string
    /** The registered redirect URIs. A URI with a loopback address matches any port (RFC 8252, section 7.3). */
    readonly redirectUris: readonly string[]
    /**
     * The current permissions on the developer page. A token keeps the permissions that it got at its authorization.
     */
    readonly permissions: Set<Permission>
  }
  readonly user: { readonly id: number; readonly email: string; readonly display_name: string }
  readonly companies: readonly Company[]
  /** The id of the company that the user chooses at the authorization page; by default, the first company. */
  chosen?: number
  readonly journal: JournalSettings
  errorShape: ErrorShape
  /** The lifetime of an access token in seconds. */
  expiresIn: number
  lastId: number
  nextId(): number
}
