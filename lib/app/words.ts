/** The messages of all phrases that are stored: whoever writes stored phrases loads them. */
import '../core/claims/words.ts'
import '../core/release/problems.ts'
import '../core/remote/words.ts'
import '../services/accounting/taxes/words.ts'
import '../services/accounting/tokens/exchange/words.ts'
import '../services/chat/words.ts'
import '../services/registrar/words.ts'
