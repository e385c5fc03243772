package io.weir.hbase.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import io.weir.api.error.ServiceBusyException;
import io.weir.hbase.access.ClusterCalls;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import reactor.core.publisher.Mono;

/**
 * What a gateway knows of the tables of all accounts and of their settings, for answers that cannot
 * wait for the cluster. The owner refreshes it; it is believed for a while.
 *
 * <p>Invariant: the copy is that of a refresh that began later than all others that have ended. A
 * change that was stored before a refresh began is in it. Any thread.
 */
public final class CatalogCopy {

  /** Rows of the catalog that are read at a time. */
  private static final int ROWS = 1_000;

  private final ClusterCalls calls;
  private final AsyncTable<?> rows;
  private final Catalog catalog;
  private final Duration believed;
  private final LongSupplier nanoClock;
  private final AtomicReference<Copy> copy;

  /**
   * Creates a copy that is empty and too old to be believed.
   *
   * @param believed the age up to which the copy answers
   */
  public CatalogCopy(
      ClusterCalls calls,
      AsyncTable<?> rows,
      Catalog catalog,
      Duration believed,
      LongSupplier nanoClock) {
    this.calls = calls;
    this.rows = rows;
    this.catalog = catalog;
    this.believed = believed;
    this.nanoClock = nanoClock;
    var never = nanoClock.getAsLong() - believed.toNanos() - 1;
    this.copy = new AtomicReference<>(new Copy(never, Map.of()));
  }

  /** Reads the whole catalog. */
  public Mono<Void> refresh() {
    return Mono.defer(() -> {
      var next = new Copy(nanoClock.getAsLong(), new HashMap<>());
      return readFrom(CatalogRow.first(), next)
          .then(Mono.fromRunnable(() -> copy.accumulateAndGet(next, Copy::later)));
    });
  }

  /** Returns the time since the last refresh that succeeded began. */
  public Duration age() {
    return Duration.ofNanos(nanoClock.getAsLong() - current().beganNanos);
  }

  /** Returns the texts of an account. Fails with {@code ServerBusy} when the copy is too old. */
  Map<String, String> ofAccount(AccountName account) {
    return present().of(account).texts;
  }

  /**
   * Returns the texts of a table. Empty when there is none. Fails with {@code ServerBusy} when the
   * copy is too old.
   */
  Optional<Map<String, String>> ofTable(AccountName account, TableName table) {
    var texts = present().of(account).tables.get(table);
    return texts == null && catalog.believes(account, table)
        ? Optional.of(Map.of())
        : Optional.ofNullable(texts);
  }

  private Copy present() {
    var age = age();
    if (age.compareTo(believed) > 0) {
      throw new ServiceBusyException("store=hbase settingsAgeSeconds=" + age.toSeconds());
    }
    return current();
  }

  private Copy current() {
    return Objects.requireNonNull(copy.get());
  }

  private Mono<Void> readFrom(byte[] first, Copy next) {
    var scan = new Scan()
        .addFamily(CatalogRow.current())
        .addFamily(CatalogRow.settings())
        .withStartRow(first)
        .setLimit(ROWS);
    return calls.read(() -> rows.scanAll(scan)).flatMap(found -> {
      found.forEach(next::take);
      return found.size() < ROWS ? Mono.empty() : readFrom(after(found), next);
    });
  }

  private static byte[] after(List<Result> found) {
    var last = found.get(found.size() - 1).getRow();
    return Arrays.copyOf(last, last.length + 1);
  }

  /** Belongs to one refresh until it is published; nobody changes it afterwards. */
  private record Copy(long beganNanos, Map<AccountName, Account> accounts) {

    Copy later(Copy other) {
      return other.beganNanos - beganNanos > 0 ? other : this;
    }

    Account of(AccountName account) {
      return accounts.getOrDefault(account, Account.UNKNOWN);
    }

    void take(Result row) {
      var name = CatalogRow.account(row.getRow());
      if (name == null) {
        return;
      }
      var known = accounts.computeIfAbsent(name, first -> new Account(Map.of(), new HashMap<>()));
      var table = CatalogRow.read(row);
      if (table != null) {
        known.tables.put(table.name(), CatalogSettings.ofTable(row, table));
      } else if (Arrays.equals(row.getRow(), CatalogRow.first(name))) {
        accounts.put(name, new Account(CatalogSettings.ofAccount(row), known.tables));
      }
    }
  }

  private record Account(Map<String, String> texts, Map<TableName, Map<String, String>> tables) {

    private static final Account UNKNOWN = new Account(Map.of(), Map.of());
  }
}
