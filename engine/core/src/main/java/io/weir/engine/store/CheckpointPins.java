package io.weir.engine.store;

import io.weir.engine.checkpoint.CheckpointManifest;
import io.weir.engine.store.recovery.LogRetention;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checkpoints that somebody reads while later ones are written.
 * {@link io.weir.engine.checkpoint} gives the rules.
 *
 * <p>Threads: {@link #take}: one that may block and writes no checkpoint meanwhile;
 * {@link #awaitReaders}: the closing thread; all else: any thread, returns at once.
 */
final class CheckpointPins {

  private static final Logger LOG = LoggerFactory.getLogger(CheckpointPins.class);
  private static final Duration READERS_END_WITHIN = Duration.ofSeconds(10);

  private final StoreFolder folder;
  private final ShardCaptures captures;
  private final LogRetention retention;

  /** Those that were not given up. */
  private final Set<CheckpointPin> held = ConcurrentHashMap.newKeySet();

  /** Readers that have not ended, by what they are called. */
  private final Map<CheckpointPin, String> readers = new ConcurrentHashMap<>();

  CheckpointPins(StoreFolder folder, ShardCaptures captures, LogRetention retention) {
    this.folder = folder;
    this.captures = captures;
    this.retention = retention;
  }

  /**
   * Pins the last checkpoint. The caller admits no other writer of checkpoints meanwhile.
   *
   * @param reader what the reader is called
   * @param needed where the log follows the checkpoint, or what a start reads before there is one
   * @param durable up to where the log can be read
   * @param closed called by the reader when it ends
   */
  CheckpointPin take(
      String reader, LastCheckpoint last, long needed, long durable, CheckpointPin.End closed)
      throws IOException {
    var manifest = CheckpointManifest.read(folder.files());
    if (manifest.map(CheckpointManifest::number).orElse(0L) != last.number()) {
      throw new IOException("the last checkpoint is not complete; try again after the next one");
    }
    var log = retention.hold(needed);
    try {
      return take(reader, manifest, durable, log, closed);
    } catch (RuntimeException | Error e) {
      log.close();
      throw e;
    }
  }

  private CheckpointPin take(
      String reader,
      Optional<CheckpointManifest> manifest,
      long durable,
      LogRetention.Hold log,
      CheckpointPin.End closed) {
    var pinned = captures.pin();
    var pins = new CheckpointPin[1];
    pins[0] = new CheckpointPin(
        folder.path(),
        folder.files(),
        manifest,
        durable,
        () -> {
          held.remove(pins[0]);
          captures.unpin(pinned);
        },
        log::close,
        () -> {
          readers.remove(pins[0]);
          closed.run();
        });
    readers.put(pins[0], reader);
    held.add(pins[0]);
    return pins[0];
  }

  /** Whether nothing is kept for a pin. */
  boolean isEmpty() {
    return held.isEmpty();
  }

  /**
   * Waits until the readers have ended, for ten seconds at most. One whose folder does not answer
   * must not keep the store from closing: it finds the pin given up whenever it goes on. Blocks.
   */
  void awaitReaders(LongSupplier nanoClock, Runnable pause) {
    var startNanos = nanoClock.getAsLong();
    while (!readers.isEmpty()) {
      if (nanoClock.getAsLong() - startNanos >= READERS_END_WITHIN.toNanos()) {
        LOG.warn(
            "a backup does not end, and the store closes without it; its folder may not answer folders={} seconds={}",
            readers.values(),
            READERS_END_WITHIN.toSeconds());
        return;
      }
      pause.run();
    }
  }

  /** Gives up all pins, because the store needs the room or closes. */
  void giveUp(String reason) {
    giveUp(reason, pin -> true);
  }

  /** Gives up the pins that keep the log. */
  void giveUpLog(String reason) {
    giveUp(reason, CheckpointPin::keepsLog);
  }

  private void giveUp(String reason, Predicate<CheckpointPin> which) {
    for (var pin : held) {
      if (which.test(pin)) {
        LOG.warn("gave up a checkpoint that is being read reason=\"{}\"", reason);
        pin.giveUp(reason);
      }
    }
  }
}
