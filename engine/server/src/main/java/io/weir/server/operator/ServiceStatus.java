package io.weir.server.operator;

import io.weir.api.AccountName;
import io.weir.server.json.StatusDocument;
import java.util.function.Supplier;

/**
 * What a service tells of itself, and whom.
 *
 * @param operator the account whose owner may read it, and do what else concerns the whole service;
 *     see {@link io.weir.server.answer.OperatorAccount}
 * @param document returns its present state; called on loops and does not wait
 */
public record ServiceStatus(AccountName operator, Supplier<StatusDocument> document) {}
