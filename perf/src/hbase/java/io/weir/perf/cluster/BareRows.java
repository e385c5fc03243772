package io.weir.perf.cluster;

import io.weir.api.write.Batch;
import java.nio.ByteBuffer;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.stream.IntStream;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AdvancedScanResultConsumer;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import reactor.core.publisher.Mono;

/** A table of HBase, used by its own asynchronous client. Each row has a cell of data and a cell with its version. */
final class BareRows {

  private static final byte[] FAMILY = Bytes.toBytes("e");
  private static final byte[] DATA = Bytes.toBytes("d");
  private static final byte[] VERSION = Bytes.toBytes("v");

  /** Rows that one answer of a scan has at most, as in Weir's streams. */
  private static final int ROWS_A_CALL = 1024;

  private final RowKeys keys;
  private final AsyncTable<AdvancedScanResultConsumer> table;
  private final AtomicLongArray versions;

  private BareRows(
      RowKeys keys, AsyncTable<AdvancedScanResultConsumer> table, AtomicLongArray versions) {
    this.keys = keys;
    this.table = table;
    this.versions = versions;
  }

  /** Creates a table in regions, which may come to hold so many rows. */
  static Mono<BareRows> create(
      AsyncConnection connection, TableName name, RowKeys keys, int rows, int regions) {
    var family = ColumnFamilyDescriptorBuilder.newBuilder(FAMILY).setMaxVersions(1).build();
    var descriptor = TableDescriptorBuilder.newBuilder(name)
        .setColumnFamily(family)
        .setDurability(Durability.FSYNC_WAL)
        .build();
    return Mono.fromFuture(
            () -> connection.getAdmin().createTable(descriptor, keys.cuts(regions)))
        .then(Mono.fromSupplier(
            () -> new BareRows(keys, connection.getTable(name), new AtomicLongArray(rows))));
  }

  Mono<Integer> get(int row) {
    return Mono.fromFuture(() -> table.get(new Get(keys.bare(row)).addFamily(FAMILY)))
        .map(found -> present(found.getValue(FAMILY, DATA) != null, row));
  }

  Mono<Integer> insert(int row) {
    return Mono.fromFuture(() -> table.checkAndMutate(
            CheckAndMutate.newBuilder(keys.bare(row)).ifNotExists(FAMILY, VERSION).build(put(row))))
        .map(result -> present(result.isSuccess(), row));
  }

  /** Stores the hundred rows of one partition that begin with this one, without a condition: to fill the table. */
  Mono<Integer> load(int first) {
    var puts = IntStream.range(0, Batch.MAX_WRITES)
        .mapToObj(i -> put(first + i * keys.partitions()))
        .toList();
    return Mono.fromFuture(() -> table.putAll(puts)).thenReturn(puts.size());
  }

  /** Replaces a row on the condition of its version. One at a time for each row. */
  Mono<Integer> update(int row) {
    return Mono.defer(() -> {
      var condition = CheckAndMutate.newBuilder(keys.bare(row))
          .ifEquals(FAMILY, VERSION, version(versions.getAndIncrement(row)));
      return Mono.fromFuture(() -> table.checkAndMutate(condition.build(put(row))))
          .map(result -> present(result.isSuccess(), row));
    });
  }

  private Put put(int row) {
    return new Put(keys.bare(row))
        .addColumn(FAMILY, DATA, keys.data())
        .addColumn(FAMILY, VERSION, version(versions.get(row)));
  }

  private static byte[] version(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  private static int present(boolean is, int row) {
    if (!is) {
      throw new IllegalStateException("HBase refused row=" + row);
    }
    return 1;
  }

  /** Reads all rows in order and returns their number. */
  Mono<Long> scan() {
    return Mono.fromFuture(() -> {
      var counted = new CountingConsumer();
      table.scan(new Scan().setCaching(ROWS_A_CALL), counted);
      return counted.rows;
    });
  }

  private static final class CountingConsumer implements AdvancedScanResultConsumer {

    final CompletableFuture<Long> rows = new CompletableFuture<>();
    private long seen;

    @Override
    public void onNext(Result[] results, ScanController controller) {
      seen += results.length;
    }

    @Override
    public void onError(Throwable failure) {
      rows.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
      rows.complete(seen);
    }
  }
}
