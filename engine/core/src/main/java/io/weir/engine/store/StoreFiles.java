package io.weir.engine.store;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.disk.Folder;
import io.weir.engine.disk.ReadOnlyFolder;
import io.weir.engine.log.CommitLog;
import io.weir.engine.store.recovery.LogRetention;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The files of an open store, for backups and archives, which read them while the store goes on: a
 * pinned checkpoint, and the log behind its durable position.
 */
public final class StoreFiles {

  private final StoreFolder folder;
  private final CommitLog log;
  private final Runnable pause;

  /** Null for a store in memory. */
  private final @Nullable Maintenance maintenance;

  private final Set<String> backups = ConcurrentHashMap.newKeySet();

  StoreFiles(StoreFolder folder, CommitLog log, Runnable pause, @Nullable Maintenance maintenance) {
    this.folder = folder;
    this.log = log;
    this.pause = pause;
    this.maintenance = maintenance;
  }

  /**
   * Keeps the last checkpoint and the log after it, for a reader of their files, until the pin is
   * closed. Blocks while a checkpoint is written.
   *
   * @param reader the folder that the reader writes, for people
   * @throws IOException when the store keeps no files or is being closed
   */
  public CheckpointPin pinCheckpoint(String reader) throws IOException {
    if (maintenance == null) {
      throw new IOException("a store in memory has no files");
    }
    return maintenance.checkpoints().pin(reader);
  }

  /**
   * Returns the last checkpoint, which the next one may replace at any time; empty before the
   * first. Blocks.
   *
   * @throws IOException when the store keeps no files, or the manifest cannot be read
   */
  public Optional<CheckpointManifest> lastCheckpoint() throws IOException {
    if (maintenance == null) {
      throw new IOException("a store in memory has no files");
    }
    return CheckpointManifest.read(folder.files());
  }

  /**
   * Returns the files of the log, for a reader of durable bytes.
   *
   * @throws IOException when the store keeps no files
   */
  public Folder log() throws IOException {
    if (maintenance == null) {
      throw new IOException("a store in memory has no log");
    }
    return new ReadOnlyFolder(folder.log());
  }

  /**
   * Waits until the log is durable up to the writes that were acknowledged before the call, and
   * returns its durable position. A failed log is not waited for. Blocks.
   */
  public long awaitDurable() {
    var acknowledged = log.acknowledgedPosition();
    while (log.durablePosition() < acknowledged && !log.isFailed()) {
      pause.run();
    }
    return log.durablePosition();
  }

  /**
   * Keeps the log from a position on for an archive; see {@link LogRetention#keepForArchive}. Any
   * thread; returns at once.
   */
  public void keepLogForArchive(long position, long mostBytes) {
    if (maintenance != null) {
      maintenance.retention().keepForArchive(position, mostBytes);
    }
  }

  /**
   * Returns the folders of backups that are being written, which each backup adds and removes. Any
   * thread.
   */
  public Set<String> backups() {
    return backups;
  }
}
