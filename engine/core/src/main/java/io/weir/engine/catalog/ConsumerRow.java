package io.weir.engine.catalog;

import io.weir.api.AccountName;
import io.weir.api.ConsumerName;
import io.weir.api.FeedToken;
import io.weir.api.TableName;
import io.weir.api.edm.EdmDateTime;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import java.util.Optional;
import java.util.UUID;

/**
 * A named consumer of the change feed, and its position.
 *
 * <p>Its row has the RowKey {@code $consumer:} and the name, which is no name of a table.
 *
 * @param store the id of the store whose log the place is in; a store that was restored from a
 *     backup has an id and a log of its own
 * @param table the table whose changes it consumes; empty for the account
 * @param token the place after which it reads on
 * @param position the place's position in the log: the log from there on is needed
 * @param generation the number of its resets, plus 1
 */
public record ConsumerRow(
    AccountName account,
    ConsumerName name,
    UUID store,
    Optional<TableName> table,
    FeedToken token,
    long position,
    long generation,
    EdmDateTime created)
    implements CatalogRow {

  /** The beginning of the RowKey of each consumer. */
  static final String KEY_PREFIX = "$consumer:";

  /** A position that no log holds. */
  private static final long NOWHERE = -1;

  private static final String STORE = "Store";
  private static final String TABLE = "Table";
  private static final String TOKEN = "Token";
  private static final String POSITION = "Position";
  private static final String GENERATION = "Generation";
  private static final String CREATED = "Created";

  /** Returns the key of a consumer's row. */
  public static EntityKey key(AccountName account, ConsumerName name) {
    return new EntityKey(account.value(), KEY_PREFIX + name.value());
  }

  /** Returns the consumer's catalog row. */
  public Entity row() {
    var row = Entity.builder(account.value(), KEY_PREFIX + name.value())
        .set(STORE, store)
        .set(TOKEN, token.text())
        .set(POSITION, position)
        .set(GENERATION, generation)
        .set(CREATED, created);
    table.ifPresent(consumed -> row.set(TABLE, consumed.value()));
    return row.build();
  }

  /**
   * Reads a row that {@link #row} made. Fails with {@link IllegalStateException} for any other row.
   */
  public static ConsumerRow ofRow(Entity row) {
    return new ConsumerRow(
        new AccountName(row.partitionKey()),
        new ConsumerName(row.rowKey().substring(KEY_PREFIX.length())),
        required(row, row.getGuid(STORE)),
        row.getString(TABLE).map(TableName::new),
        new FeedToken(required(row, row.getString(TOKEN))),
        required(row, row.getInt64(POSITION)),
        required(row, row.getInt64(GENERATION)),
        required(row, row.getDateTime(CREATED)));
  }

  private static <T> T required(Entity row, Optional<T> value) {
    return value.orElseThrow(
        () -> new IllegalStateException("A row of the catalog is not of its form. row=" + row));
  }

  /** Returns a copy at another place of the same generation. */
  public ConsumerRow at(FeedToken place, long itsPosition) {
    return new ConsumerRow(account, name, store, table, place, itsPosition, generation, created);
  }

  /** Returns a copy of the next generation, at a place in the log of a store. */
  public ConsumerRow nextGeneration(UUID itsStore, FeedToken place, long itsPosition) {
    return new ConsumerRow(
        account, name, itsStore, table, place, itsPosition, generation + 1, created);
  }

  /**
   * Returns this consumer as a store sees it: with a position that is never kept if its place is in
   * the log of another store.
   */
  ConsumerRow in(UUID opened) {
    return store.equals(opened) ? this : at(token, NOWHERE);
  }

  /** Whether changes after its position are gone from a log that begins at {@code first}. */
  public boolean isLost(long first) {
    return position < first;
  }

  @Override
  public int tableId() {
    return Catalog.ID;
  }

  @Override
  public void enter(Catalog catalog) {
    catalog.consumers().enter(this);
  }
}
