package io.weir.server.answer;

import io.weir.api.AccountName;
import io.weir.api.error.AccessDeniedException;
import io.weir.api.error.ErrorCode;
import java.util.Optional;

/**
 * The one account whose owner may see and change what all accounts share: shards and loops,
 * backups, configuration and log. Any thread.
 *
 * @param account empty: nobody may
 */
public record OperatorAccount(Optional<AccountName> account) {

  /**
   * Fails with {@code AuthorizationFailure} unless the sender holds a key of the operator's
   * account, and requests in its name.
   */
  public void require(HttpExchange exchange) {
    exchange.requireOwner();
    if (!account.equals(Optional.of(exchange.request().account()))) {
      throw new AccessDeniedException(ErrorCode.AUTHORIZATION_FAILURE, "expected=operatorAccount");
    }
  }
}
