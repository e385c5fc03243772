package io.weir.engine.store;

import io.weir.engine.cleanshutdown.CleanMarker;
import io.weir.engine.cleanshutdown.CleanShutdownInvalid;
import io.weir.engine.disk.FileDamaged;
import io.weir.engine.log.LogDamaged;
import io.weir.engine.log.append.FileLog;
import io.weir.engine.snapshot.SnapshotHeader;
import io.weir.engine.snapshot.Snapshots;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens a store as {@link CleanStop} left it, if marker, fences, pages and log agree. No log record is replayed and no page is read.
 *
 * <p>Owner: the opening thread. It lends the shards to work threads meanwhile.
 *
 * <p>The marker is durably removed before a page file is opened, and therefore before any write is accepted. It never exists beside files
 * that have changed since the stop. A disagreement is logged once, and the store is rebuilt.
 *
 * <p>One disagreement stops the start. A log that ends before the marker's position has lost acknowledged writes, and a rebuild would hide
 * that. The marker stays as evidence until an operator removes it.
 */
final class CleanStart {

  private static final Logger LOG = LoggerFactory.getLogger(CleanStart.class);

  private final StoreFolder folder;
  private final ShardPages pages;
  private final LogOpening logs;
  private final Snapshots snapshots;
  private final ShardTasks tasks;

  CleanStart(
      StoreFolder folder,
      ShardPages pages,
      LogOpening logs,
      Snapshots snapshots,
      ShardTasks tasks) {
    this.folder = folder;
    this.pages = pages;
    this.logs = logs;
    this.snapshots = snapshots;
    this.tasks = tasks;
  }

  /** Returns the store as it was left; empty when it has to be rebuilt. The log is closed then, and page files may be deleted. */
  Optional<Started> start() throws IOException {
    try {
      var marker = CleanMarker.read(folder.files());
      if (marker.isEmpty()) {
        return Optional.empty();
      }
      requireFit(marker.get());
      return Optional.of(start(marker.get()));
    } catch (LogDamaged e) {
      if (e.kind() == LogDamaged.Kind.ENDS_TOO_EARLY) {
        throw e;
      }
      return rebuild(e);
    } catch (CleanShutdownInvalid | FileDamaged | RuntimeException e) {
      return rebuild(e);
    }
  }

  private Optional<Started> rebuild(Exception reason) throws IOException {
    LOG.warn(
        "the pages of the last stop cannot be used and the store is rebuilt from snapshot and log folder={} reason=\"{}\"",
        folder.path(),
        textOf(reason));
    CleanMarker.remove(folder.files());
    return Optional.empty();
  }

  private void requireFit(CleanMarker marker) throws CleanShutdownInvalid {
    require("store", marker.storeId(), folder.identity().id());
    require("pages", marker.pageFormat(), ShardPages.format());
    require("shards", marker.fences().size(), folder.identity().partitionGroups());
  }

  private static void require(String what, Object found, Object expected)
      throws CleanShutdownInvalid {
    if (!found.equals(expected)) {
      throw new CleanShutdownInvalid("the marker belongs to another store or format " + what + "="
          + found + " expected=" + expected);
    }
  }

  private Started start(CleanMarker marker) throws IOException {
    var position = snapshots.header().map(SnapshotHeader::position).orElse(0L);
    var log = logs.open(marker.logPosition(), marker.logPosition(), CleanStart::refuseRecord);
    try {
      CleanMarker.remove(folder.files());
      return new Started(
          reopen(marker), log, position, marker.highestTicks(), marker.highestTableId());
    } catch (IOException | RuntimeException e) {
      closeAfter(e, log);
      throw e;
    }
  }

  private static void closeAfter(Exception failure, FileLog log) {
    try {
      log.close();
    } catch (IOException | RuntimeException e) {
      failure.addSuppressed(e);
    }
  }

  private static void refuseRecord(long position, long sequence, Object payload) {
    throw new IllegalStateException("the log continues after the marker position=" + position);
  }

  private List<ShardTree> reopen(CleanMarker marker) throws CleanShutdownInvalid {
    try {
      return tasks.open(marker.fences().size(), shard -> pages.reopen(shard, marker));
    } catch (IOException | RuntimeException e) {
      var reason = new CleanShutdownInvalid(textOf(e));
      reason.initCause(e);
      throw reason;
    }
  }

  /** Returns a failure's message, with its class name if it is not a failure of this engine or of a file. */
  private static String textOf(Exception reason) {
    return reason instanceof IOException ? String.valueOf(reason.getMessage()) : reason.toString();
  }
}
