package io.weir.cli.rows;

import io.weir.api.entity.Entity;
import io.weir.api.write.Batch;
import io.weir.api.write.Write;
import io.weir.api.write.WriteMode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Collects upserts by partition until they make a batch.
 *
 * <p>A batch is returned when it is full, by number or by bytes, or when a key occurs again,
 * because the second entity must be written after the first. If too many entities wait, the oldest
 * batch is returned incomplete. Within a partition, batches keep the order of the entities.
 *
 * <p>Belongs to one thread.
 */
final class OpenBatches {

  /**
   * Bytes of entities in a batch: half of the protocol's limit, which leaves room for any encoding.
   */
  private static final int BATCH_BYTES = Batch.MAX_BYTES / 2;

  private final int mostEntities;
  private final long mostBytes;
  private final Map<String, Open> open = new LinkedHashMap<>();
  private int entities;
  private long bytes;

  /** Bounds the entities, and their bytes, that wait for their batch to fill. */
  OpenBatches(int mostEntities, long mostBytes) {
    this.mostEntities = mostEntities;
    this.mostBytes = mostBytes;
  }

  /** Adds an entity and returns the batches that must be sent now. */
  List<Batch> add(Entity entity) {
    var ready = new ArrayList<Batch>(1);
    var partition = entity.partitionKey();
    var batch = open.get(partition);
    if (batch != null && !batch.hasRoomFor(entity)) {
      ready.add(give(batch));
    }
    open.computeIfAbsent(partition, Open::new).add(entity);
    entities++;
    bytes += entity.encoded().length;
    if (entities > mostEntities || bytes > mostBytes) {
      ready.add(give(open.values().iterator().next()));
    }
    return ready;
  }

  /** Emits the batches that are not full. */
  List<Batch> rest() {
    var rest = open.values().stream().map(Open::batch).toList();
    open.clear();
    entities = 0;
    bytes = 0;
    return rest;
  }

  private Batch give(Open full) {
    open.remove(full.partition);
    entities -= full.writes.size();
    bytes -= full.bytes;
    return full.batch();
  }

  private static final class Open {

    private final String partition;
    private final List<Write> writes = new ArrayList<>();
    private final Set<String> rowKeys = new HashSet<>();
    private long bytes;

    Open(String partition) {
      this.partition = partition;
    }

    boolean hasRoomFor(Entity entity) {
      return writes.size() < Batch.MAX_WRITES
          && bytes + entity.encoded().length <= BATCH_BYTES
          && !rowKeys.contains(entity.rowKey());
    }

    void add(Entity entity) {
      writes.add(new Write.Upsert(entity, WriteMode.REPLACE));
      rowKeys.add(entity.rowKey());
      bytes += entity.encoded().length;
    }

    Batch batch() {
      return new Batch(writes);
    }
  }
}
