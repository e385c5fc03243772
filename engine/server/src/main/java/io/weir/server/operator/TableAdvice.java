package io.weir.server.operator;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.engine.Engine;
import io.weir.engine.advice.AdviceReport;
import java.util.Optional;
import reactor.core.publisher.Mono;

/** Advises on tables. Any thread. */
@FunctionalInterface
public interface TableAdvice {

  /** Refuses: a backend that does not advise. */
  TableAdvice NONE = (account, table) -> {
    throw new InvalidRequestException(ErrorCode.NOT_IMPLEMENTED, "comp=advice");
  };

  /** Returns the advice of an engine. */
  static TableAdvice of(Engine engine) {
    return (account, table) ->
        table.map(name -> engine.advice(account, name)).orElseGet(() -> engine.advice(account));
  }

  /**
   * Returns the advice on a table, or on all tables of an account. Fails with
   * {@code TableNotFound}.
   *
   * @param table empty for all tables
   */
  Mono<AdviceReport> on(AccountName account, Optional<TableName> table);
}
