package io.weir.engine.log;

import io.weir.engine.disk.DiskSpace;
import io.weir.engine.disk.Folder;
import java.security.SecureRandom;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * The resources that a log needs from its owner.
 *
 * @param files the folder that holds the segments and nothing else
 * @param background zeroes the next segment and forces at intervals, which blocks on the disk;
 *     close the log before you stop this executor
 * @param nanoClock a clock that never jumps, such as {@link System#nanoTime}
 * @param keptFreeBytes bytes that a new segment leaves free on the disk, because only a checkpoint
 *     lets the log shrink
 * @param space gives up what is kept only while there is room, before the log has no room for a
 *     segment
 * @param salts random numbers for new segments; see {@link SegmentHeader}
 */
public record LogEnvironment(
    Folder files,
    Executor background,
    LongSupplier nanoClock,
    LongSupplier keptFreeBytes,
    DiskSpace space,
    LongSupplier salts) {

  /** Makes the environment of a log with random salts. */
  public LogEnvironment(
      Folder files,
      Executor background,
      LongSupplier nanoClock,
      LongSupplier keptFreeBytes,
      DiskSpace space) {
    this(files, background, nanoClock, keptFreeBytes, space, new SecureRandom()::nextLong);
  }

  /** Makes the environment of a log that may fill the disk. */
  public LogEnvironment(Folder files, Executor background, LongSupplier nanoClock) {
    this(files, background, nanoClock, () -> 0, files);
  }
}
