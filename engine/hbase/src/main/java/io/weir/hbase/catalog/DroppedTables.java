package io.weir.hbase.catalog;

import io.weir.hbase.access.ClusterCalls;
import io.weir.hbase.protocol.TableId;
import java.nio.ByteBuffer;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Scan;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The reclaiming of dropped tables. Any gateway does it, also after the one that dropped the table
 * has died; two at a time do no harm.
 *
 * <p>A table is reclaimed when it was dropped so long ago that no write to it can be under way.
 */
public final class DroppedTables {

  /** Rows of the catalog that are read at a time. */
  private static final int ROWS = 1_000;

  private final ClusterCalls calls;
  private final AsyncTable<?> rows;
  private final Duration age;
  private final Clock clock;
  private final Function<TableId, Mono<Void>> removal;

  /**
   * Prepares the reclaiming of a store's dropped tables.
   *
   * @param age the age from which a drop is carried out; it allows for clocks that differ
   * @param removal removes all entities of a table
   */
  public DroppedTables(
      ClusterCalls calls,
      AsyncTable<?> rows,
      Duration age,
      Clock clock,
      Function<TableId, Mono<Void>> removal) {
    this.calls = calls;
    this.rows = rows;
    this.age = age;
    this.clock = clock;
    this.removal = removal;
  }

  /** Reclaims all tables that were dropped before the last {@code age}, one after another. */
  public Mono<Void> reclaim() {
    return reclaimFrom(new byte[0]);
  }

  private Mono<Void> reclaimFrom(byte[] first) {
    var scan = new Scan().addFamily(CatalogRow.dropped()).withStartRow(first).setLimit(ROWS);
    return calls
        .read(() -> rows.scanAll(scan))
        .flatMap(found -> Flux.fromIterable(drops(found))
            .concatMap(this::reclaim)
            .then(
                found.size() < ROWS ? Mono.empty() : Mono.defer(() -> reclaimFrom(after(found)))));
  }

  private List<Drop> drops(List<Result> found) {
    var oldest = clock.millis() - age.toMillis();
    var drops = new ArrayList<Drop>();
    for (var row : found) {
      for (var cell : row.rawCells()) {
        if (CatalogRow.droppedMillis(CellUtil.cloneValue(cell)) <= oldest) {
          drops.add(Drop.of(cell));
        }
      }
    }
    return drops;
  }

  private Mono<Void> reclaim(Drop drop) {
    return removal.apply(drop.id).then(Mono.defer(() -> forget(drop)));
  }

  /**
   * Removes what the catalog knows up to the drop. Later tables of the name have later versions.
   */
  private Mono<Void> forget(Drop drop) {
    var version = CatalogRow.versionOfDrop(drop.id);
    var delete = new Delete(drop.row)
        .addFamily(CatalogRow.current(), version)
        .addColumns(CatalogRow.dropped(), CatalogRow.value(drop.id), version)
        .addFamily(CatalogRow.settings(), StoredTexts.lastVersion(drop.id));
    return calls.write(() -> rows.delete(delete));
  }

  private static byte[] after(List<Result> found) {
    var last = found.get(found.size() - 1).getRow();
    return Arrays.copyOf(last, last.length + 1);
  }

  private static final class Drop {

    private final byte[] row;
    private final TableId id;

    private Drop(byte[] row, TableId id) {
      this.row = row;
      this.id = id;
    }

    static Drop of(Cell cell) {
      return new Drop(
          CellUtil.cloneRow(cell),
          new TableId(ByteBuffer.wrap(CellUtil.cloneQualifier(cell)).getLong()));
    }
  }
}
