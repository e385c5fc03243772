package io.weir.engine.feed;

import io.weir.api.AccountName;
import io.weir.api.FeedScope;
import io.weir.api.FeedStart;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.engine.catalog.Catalog;
import java.time.Instant;

/**
 * Finds the place of a start. Its position is {@link #AT_FRONTIER} until the frontier is known. Any
 * thread.
 */
record StartPlace(Catalog catalog, AccountName account, FeedScope scope, FeedTokens tokens)
    implements FeedStart.Handler<FeedPosition> {

  static final long AT_FRONTIER = -1;

  @Override
  public FeedPosition now() {
    return new FeedPosition(tableId(), AT_FRONTIER, null);
  }

  @Override
  public FeedPosition beginning() {
    return new FeedPosition(tableId(), AT_FRONTIER, ExistingEntities.Place.BEGINNING);
  }

  @Override
  public FeedPosition after(FeedToken token) {
    return tokens.read(token);
  }

  @Override
  public FeedPosition since(Instant time) {
    return new FeedPosition(tableId(), AT_FRONTIER, null);
  }

  private int tableId() {
    return scope.table().map(this::idOf).orElse(FeedPosition.ALL_TABLES);
  }

  private int idOf(TableName name) {
    var table = catalog.find(account, name);
    if (table == null) {
      throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name);
    }
    return table.id();
  }
}
