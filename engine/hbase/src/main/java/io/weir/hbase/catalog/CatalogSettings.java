package io.weir.hbase.catalog;

import io.weir.api.AccountName;
import io.weir.api.AccountSettings;
import io.weir.api.TableName;
import io.weir.api.entity.Limits;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.InvalidRequestException;
import io.weir.api.error.NotFoundException;
import io.weir.api.error.ServiceBusyException;
import io.weir.hbase.access.ClusterCalls;
import io.weir.hbase.protocol.RequestId;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.CheckAndMutateResult;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import reactor.core.publisher.Mono;
import reactor.util.retry.Retry;

/**
 * The settings of one account in the catalog.
 *
 * <p>Reads look into the {@link CatalogCopy} and fail with {@code ServerBusy} when it is too old to
 * be believed. A change asks the cluster; this gateway shows it as soon as it completes, others
 * show it after their next look at the catalog.
 *
 * <p>A change replaces the cell that it has read. It carries its request's id, so that a repeated
 * attempt recognizes its own success.
 */
public final class CatalogSettings implements AccountSettings {

  /** Attempts of a change, each of which found that another change had come first. */
  private static final int ATTEMPTS = 20;

  private static final byte[] TEXTS = {'t'};

  private final ClusterCalls calls;
  private final AsyncTable<?> rows;
  private final CatalogCopy copy;
  private final Supplier<RequestId> requestIds;
  private final AccountName account;

  public CatalogSettings(
      ClusterCalls calls,
      AsyncTable<?> rows,
      CatalogCopy copy,
      Supplier<RequestId> requestIds,
      AccountName account) {
    this.calls = calls;
    this.rows = rows;
    this.copy = copy;
    this.requestIds = requestIds;
    this.account = account;
  }

  /** Returns the texts of an account's own row. */
  static Map<String, String> ofAccount(Result row) {
    return texts(row, StoredTexts.OF_ACCOUNT).texts();
  }

  /** Returns the texts of a table's row. */
  static Map<String, String> ofTable(Result row, TableEntry table) {
    return texts(row, table.id().value()).texts();
  }

  private static StoredTexts texts(Result row, long owner) {
    return StoredTexts.read(row.getValue(CatalogRow.settings(), TEXTS), owner);
  }

  @Override
  public Map<String, String> ofAccount() {
    return copy.ofAccount(account);
  }

  @Override
  public Optional<Map<String, String>> ofTable(TableName table) {
    return copy.ofTable(account, table);
  }

  @Override
  public Mono<Void> changeAccount(Map<String, String> changed) {
    return change(CatalogRow.first(account), changed, row -> StoredTexts.OF_ACCOUNT);
  }

  @Override
  public Mono<Void> changeTable(TableName table, Map<String, String> changed) {
    return change(CatalogRow.of(account, table), changed, row -> {
      var entry = CatalogRow.read(row);
      if (entry == null) {
        throw new NotFoundException(ErrorCode.TABLE_NOT_FOUND, "table=" + table);
      }
      return entry.id().value();
    });
  }

  private Mono<Void> change(
      byte[] row, Map<String, String> changed, Function<Result, Long> ownerOf) {
    return Mono.defer(() -> {
      requireStorable(changed);
      var request = requestIds.get();
      return Mono.defer(() -> attempt(row, changed, ownerOf, request))
          .retryWhen(Retry.max(ATTEMPTS)
              .filter(ServiceBusyException.class::isInstance)
              .onRetryExhaustedThrow((retries, last) -> last.failure()))
          .then(copy.refresh());
    });
  }

  private static void requireStorable(Map<String, String> changed) {
    changed.forEach((name, text) -> {
      if (text.length() > Limits.STRING_UNITS) {
        throw new InvalidRequestException(
            ErrorCode.PROPERTY_VALUE_TOO_LARGE,
            "setting=" + name + " characters=" + text.length() + " most=" + Limits.STRING_UNITS);
      }
    });
  }

  private Mono<Void> attempt(
      byte[] row, Map<String, String> changed, Function<Result, Long> ownerOf, RequestId request) {
    var get = new Get(row).addFamily(CatalogRow.current()).addFamily(CatalogRow.settings());
    return calls.read(() -> rows.get(get)).flatMap(found -> {
      var before = texts(found, ownerOf.apply(found));
      return before.request().equals(request)
          ? Mono.empty()
          : replace(row, found, before, before.with(changed, request));
    });
  }

  private Mono<Void> replace(byte[] row, Result found, StoredTexts before, StoredTexts after) {
    var cell = found.getColumnLatestCell(CatalogRow.settings(), TEXTS);
    var version = before.versionAfter(cell == null ? 0 : cell.getTimestamp());
    var put = new Put(row).addColumn(CatalogRow.settings(), TEXTS, version, after.toBytes());
    var condition = CheckAndMutate.newBuilder(row);
    var change = cell == null
        ? condition.ifNotExists(CatalogRow.settings(), TEXTS).build(put)
        : condition
            .ifEquals(CatalogRow.settings(), TEXTS, CellUtil.cloneValue(cell))
            .build(put);
    return calls
        .write(() -> rows.checkAndMutate(change))
        .map(CheckAndMutateResult::isSuccess)
        .flatMap(done -> done
            ? Mono.empty()
            : Mono.error(() -> new ServiceBusyException("settings=changedMeanwhile")));
  }
}
