/** Loads the messages of all phrases that are stored; import it before a stored phrase is shown. */
import '../core/claims/words.ts'
import '../core/release/problems.ts'
import '../core/remote/words.ts'
import '../services/accounting/remote/words.ts'
import '../services/accounting/taxes/words.ts'
import '../services/accounting/tokens/exchange/words.ts'
import '../services/chat/words.ts'
import '../services/registrar/words.ts'
