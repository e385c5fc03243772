package io.weir.engine.store;

import io.weir.engine.checkpoint.SetAside;
import io.weir.engine.checkpoint.SetAsideRecords;
import io.weir.engine.disk.Folder;
import io.weir.engine.index.PartitionGroups;
import io.weir.engine.log.LogRangeReader;
import io.weir.engine.log.LogSlices;
import io.weir.engine.record.LogRecord;
import io.weir.engine.store.recovery.LogRetention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Sets the records of a shard aside that a checkpoint leaves out, so that the log can be cut. All
 * that the log still has of the shard is set aside, also what a repair from an older backup needs.
 *
 * <p>Runs on: the thread that writes checkpoints.
 *
 * @param log the folder of the log
 */
record SettingAside(Folder log, UUID storeId, int shards, LogRetention retention) {

  /**
   * Writes the records of a shard, durable except the name of their file. Returns those that were
   * set aside before if the shard has logged nothing since.
   *
   * @param directories the folder of the checkpoints' files
   * @param checkpoint number of the checkpoint
   * @param known what was set aside before; null if there is none
   * @param position the shard's pages contain everything before it
   * @param end the position after everything that the shard has logged
   */
  SetAside write(
      Folder directories,
      long checkpoint,
      int shard,
      @Nullable SetAside known,
      long position,
      long end)
      throws IOException {
    if (known != null && known.to() >= end) {
      return known;
    }
    try (var held = retention.hold(oldest())) {
      return written(directories, checkpoint, shard, known, position, end);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private long oldest() throws IOException {
    return new LogSlices(log, storeId).oldest();
  }

  private SetAside written(
      Folder directories,
      long checkpoint,
      int shard,
      @Nullable SetAside known,
      long position,
      long end)
      throws IOException {
    var oldest = oldest();
    if (known == null && oldest > position) {
      throw new IOException(
          "the log begins after the pages of a shard whose records are to be set aside shard="
              + shard + " pages=" + position + " logBegin=" + oldest);
    }
    // If the log begins later than what is known, checkpoints have left the shard out since then:
    // it
    // has logged nothing in between.
    var from = known == null ? oldest : Math.max(known.to(), oldest);
    try (var records = SetAsideRecords.create(directories, storeId, checkpoint, shard)) {
      if (known != null) {
        SetAsideRecords.read(directories, storeId, shard, known, records::add);
      }
      LogRangeReader.read(
          log, storeId, from, end, (at, sequence, payload) -> add(records, shard, at, payload));
      return records.finish(position, known == null ? from : known.from(), end, checkpoint);
    }
  }

  private void add(SetAsideRecords records, int shard, long position, ByteBuffer payload) {
    var record = new byte[payload.remaining()];
    payload.duplicate().get(record);
    LogRecord.forEachGroup(record, new PartitionGroups(shards), (group, part) -> {
      if (group == shard) {
        try {
          records.add(position, part);
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    });
  }
}
