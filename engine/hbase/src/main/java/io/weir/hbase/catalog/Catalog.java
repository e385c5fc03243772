package io.weir.hbase.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ConflictException;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.NotFoundException;
import io.weir.hbase.access.ClusterCalls;
import io.weir.hbase.protocol.RequestId;
import io.weir.hbase.protocol.TableId;
import java.time.Clock;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import reactor.core.publisher.Mono;

/**
 * The tables of all accounts.
 *
 * <p>HBase's client repeats an attempt whose answer was lost, and then sees its own effect as a
 * precondition that does not hold. Each change therefore leaves something that only its request can
 * have written, and reads it back before it reports a failure.
 */
public final class Catalog {

  private final ClusterCalls calls;
  private final AsyncTable<?> rows;
  private final Duration lease;
  private final Clock clock;
  private final TableLeases leases;

  /**
   * Creates the catalog of a store.
   *
   * @param rows HBase's table of the catalog
   * @param lease how long an id is believed; the same in all gateways
   */
  public Catalog(
      ClusterCalls calls, AsyncTable<?> rows, Duration lease, Clock clock, LongSupplier nanoClock) {
    this.calls = calls;
    this.rows = rows;
    this.lease = lease;
    this.clock = clock;
    this.leases = new TableLeases(lease, nanoClock);
  }

  /** Returns the id of a table, of which the gateway may know. Fails with {@code TableNotFound}. */
  public Mono<TableId> require(AccountName account, TableName name) {
    return Mono.defer(() -> {
          var known = leases.find(account, name);
          return known == null ? find(account, name) : Mono.just(known);
        })
        .map(TableEntry::id)
        .switchIfEmpty(
            Mono.error(() -> new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + name)));
  }

  /** Whether this gateway knows of a table without asking the cluster. */
  boolean believes(AccountName account, TableName name) {
    return leases.find(account, name) != null;
  }

  /** Asks the cluster for a table. Empty when there is none. */
  public Mono<TableEntry> find(AccountName account, TableName name) {
    return Mono.defer(() -> {
      var asked = leases.now();
      var get = new Get(CatalogRow.of(account, name)).addFamily(CatalogRow.current());
      return calls
          .read(() -> rows.get(get))
          .mapNotNull(CatalogRow::read)
          .doOnNext(table -> leases.believe(account, table, asked));
    });
  }

  /** Creates a table. Fails with {@code TableAlreadyExists}. */
  public Mono<Void> create(AccountName account, TableName name) {
    return find(account, name)
        .hasElement()
        .flatMap(exists -> exists ? Mono.<TableId>error(exists(name)) : nextId())
        .flatMap(id -> create(account, name, id));
  }

  private Mono<TableId> nextId() {
    return calls
        .write(() -> rows.incrementColumnValue(
            CatalogRow.LastId.row(), CatalogRow.current(), CatalogRow.id(), 1))
        .map(TableId::new);
  }

  private Mono<Void> create(AccountName account, TableName name, TableId id) {
    var row = CatalogRow.of(account, name);
    var asked = leases.now();
    // An empty id counts as absent.
    var creation = CheckAndMutate.newBuilder(row)
        .ifNotExists(CatalogRow.current(), CatalogRow.id())
        .build(CatalogRow.creation(row, name, id));
    return calls
        .write(() -> rows.checkAndMutate(creation))
        .map(CheckAndMutateResult::isSuccess)
        .flatMap(created -> created ? Mono.just(true) : isId(account, name, id))
        .flatMap(created -> created
            ? Mono.fromRunnable(() -> leases.believe(account, new TableEntry(name, id), asked))
            : Mono.error(exists(name)));
  }

  private Mono<Boolean> isId(AccountName account, TableName name, TableId id) {
    return find(account, name).map(table -> table.id().equals(id)).defaultIfEmpty(false);
  }

  /**
   * Drops a table and returns it. Completes when no gateway believes in it any more. Fails with
   * {@code ResourceNotFound}.
   *
   * @param request written with the drop
   */
  public Mono<TableEntry> drop(AccountName account, TableName name, RequestId request) {
    return find(account, name)
        .flatMap(table -> drop(account, table, request))
        .switchIfEmpty(
            Mono.error(() -> new NotFoundException(ErrorCode.RESOURCE_NOT_FOUND, "table=" + name)))
        .delayElement(lease, calls.scheduler());
  }

  private Mono<TableEntry> drop(AccountName account, TableEntry table, RequestId request) {
    var row = CatalogRow.of(account, table.name());
    var drop = CheckAndMutate.newBuilder(row)
        .ifEquals(CatalogRow.current(), CatalogRow.id(), CatalogRow.value(table.id()))
        .build(CatalogRow.drop(row, table.id(), request, clock.millis()));
    return calls
        .write(() -> rows.checkAndMutate(drop))
        .map(CheckAndMutateResult::isSuccess)
        .flatMap(dropped -> dropped ? Mono.just(true) : isDroppedBy(row, table.id(), request))
        .filter(Boolean::booleanValue)
        .map(dropped -> table)
        .doOnNext(dropped -> leases.giveUp(account, dropped.name()));
  }

  private Mono<Boolean> isDroppedBy(byte[] row, TableId id, RequestId request) {
    var qualifier = CatalogRow.value(id);
    return calls
        .read(() -> rows.get(new Get(row).addColumn(CatalogRow.dropped(), qualifier)))
        .map(
            found -> CatalogRow.isDropBy(found.getValue(CatalogRow.dropped(), qualifier), request));
  }

  private static ConflictException exists(TableName name) {
    return new ConflictException(ErrorCode.TABLE_ALREADY_EXISTS, "table=" + name);
  }
}
