package io.weir.engine.store;

import io.weir.engine.loop.Loop;
import io.weir.engine.store.recovery.ServingShards;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks four times per second whether a checkpoint is due, and has it written by a work thread.
 * After a failure it waits for two seconds, then for twice as long, up to eight seconds.
 *
 * <p>Writers wait for a checkpoint only when page files cannot grow: {@link #roomWanted}. A pinned
 * checkpoint is given up rather than a write.
 */
final class CheckpointWatch {

  /** The shortest pause between two attempts, unless the first has succeeded. */
  static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointWatch.class);
  private static final Duration LOOK_EVERY = Duration.ofMillis(250);
  private static final int MOST_DOUBLINGS = 3;

  private static final String NO_ROOM =
      "The disk has no room for page files or log beside the checkpoint that was being read, and the store prefers its writes; make room on the disk and try again.";

  private final PageCheckpoints checkpoints;
  private final CheckpointNeed need;
  private final LackingRoom lackingRoom;
  private final LeftOutShards leftOut;
  private final CheckpointPins pins;
  private final ServingShards contents;
  private final List<ShardTree> trees;
  private final Executor workThreads;

  CheckpointWatch(
      PageCheckpoints checkpoints,
      CheckpointNeed need,
      LackingRoom lackingRoom,
      LeftOutShards leftOut,
      CheckpointPins pins,
      ServingShards contents,
      List<ShardTree> trees,
      Executor workThreads) {
    this.checkpoints = checkpoints;
    this.need = need;
    this.lackingRoom = lackingRoom;
    this.leftOut = leftOut;
    this.pins = pins;
    this.contents = contents;
    this.trees = trees;
    this.workThreads = workThreads;
  }

  /** Looks now, and again and again from now on. Any thread; returns at once. */
  void startOn(Loop loop) {
    if (checkpoints.isClosed()) {
      return;
    }
    if (checkpoints.isHindered()) {
      lackingRoom.refuse(); // no checkpoint is written before a shard is rebuilt
    }
    if (contents.lacksRoom()) {
      pins.giveUp(NO_ROOM);
    } else if (contents.logLacksRoom()) {
      pins.giveUpLog(NO_ROOM);
    }
    need.look();
    if (!checkpoints.isDue()) {
      loop.schedule(LOOK_EVERY, () -> startOn(loop));
      return;
    }
    try {
      workThreads.execute(() -> {
        checkpoints.writeWhenDue();
        loop.schedule(pause(), () -> startOn(loop));
      });
    } catch (RejectedExecutionException e) {
      LOG.debug("the store was closed before a checkpoint was written", e);
    }
  }

  private Duration pause() {
    var failures = checkpoints.attempts().failedInARow();
    return failures == 0
        ? LOOK_EVERY
        : RETRY_AFTER.multipliedBy(1L << Math.min(failures, MOST_DOUBLINGS));
  }

  /**
   * Makes room for a shard whose page files cannot grow, from the places that wait for a
   * checkpoint, or refuses its writes if none can be written. A checkpoint begins at once, or a
   * second after the last attempt. Returns false when the store is closed. Any thread; returns at
   * once.
   */
  boolean roomWanted(int shard, IOException cause) {
    if (checkpoints.isClosed() || leftOut.contains(shard)) {
      return false;
    }
    lackingRoom.add(shard, cause);
    var pages = trees.get(shard).pages();
    if (pages.pinnedBytes() > pages.limboBytes()) {
      pins.giveUp(NO_ROOM);
    }
    if (checkpoints.attempts().sinceLastEnd().compareTo(RETRY_AFTER) < 0) {
      contents.shards().get(shard).schedule(RETRY_AFTER, () -> makeRoom(shard));
      return true;
    }
    return makeRoom(shard);
  }

  private boolean makeRoom(int shard) {
    try {
      workThreads.execute(checkpoints::writeWhenDue);
      return true;
    } catch (RejectedExecutionException e) {
      LOG.debug("the store was closed before it had room", e);
      return !lackingRoom.remove(shard);
    }
  }
}
