package io.weir.hbase.catalog;

import io.weir.api.AccountName;
import io.weir.api.TableName;
import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** The tables that a gateway believes in, each until its lease is over. Any thread. */
final class TableLeases {

  /** Beyond this number all leases are given up, and tables are looked up again. */
  private static final int MOST = 10_000;

  private final long leaseNanos;
  private final LongSupplier nanoClock;
  private final ConcurrentMap<Key, Lease> leases = new ConcurrentHashMap<>();

  TableLeases(Duration lease, LongSupplier nanoClock) {
    this.leaseNanos = lease.toNanos();
    this.nanoClock = nanoClock;
  }

  /** Returns the moment to note before the cluster is asked. */
  long now() {
    return nanoClock.getAsLong();
  }

  /** Believes in a table, of which the cluster was asked after this moment. */
  void believe(AccountName account, TableEntry table, long askedNanos) {
    if (leases.size() >= MOST) {
      leases.clear();
    }
    leases.put(new Key(account, table.name()), new Lease(table, askedNanos + leaseNanos));
  }

  /** Returns a table whose lease is not over; null when there is none. */
  @Nullable
  TableEntry find(AccountName account, TableName name) {
    var lease = leases.get(new Key(account, name));
    return lease == null || now() - lease.endNanos >= 0 ? null : lease.table;
  }

  void giveUp(AccountName account, TableName name) {
    leases.remove(new Key(account, name));
  }

  private record Key(AccountName account, TableName name) {}

  private record Lease(TableEntry table, long endNanos) {}
}
