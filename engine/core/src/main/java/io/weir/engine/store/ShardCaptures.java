package io.weir.engine.store;

import io.weir.api.error.ServiceBusyException;
import io.weir.engine.shard.Shard;
import io.weir.engine.store.LastCheckpoint.Known;
import io.weir.engine.store.recovery.ServingShards;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Captures the pages of all shards for a checkpoint, and gives their places back when it is durable
 * or has failed.
 *
 * <p>Threads: the thread that writes checkpoints, which waits for the shards' loops. What concerns
 * a shard runs on its loop.
 */
final class ShardCaptures {

  private static final int RELEASED_AT_ONCE = 1024;
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);

  private final ServingShards serving;
  private final List<ShardTree> trees;

  /** Whether a shard's timer is scheduled, which waits until it serves. Used by its loop only. */
  private final boolean[] looking;

  /** Set at the stop, read by loops: the pages are about to be released. */
  private volatile boolean closed;

  /** @param trees the current tree of each shard; a rebuild replaces the shard's element */
  ShardCaptures(ServingShards serving, List<ShardTree> trees) {
    this.serving = serving;
    this.trees = trees;
    this.looking = new boolean[trees.size()];
  }

  /**
   * Captures the published versions of shards that serve. Fails when one is refused; nothing is
   * captured then.
   *
   * @param leftOut shards that are not captured
   */
  List<Captured> ofServing(Set<Integer> leftOut) throws IOException {
    var all = allBut(leftOut).mapToObj(this::captured).toList();
    while (!all.stream().allMatch(CompletableFuture::isDone)) {
      serving.pause().run();
    }
    try {
      return all.stream().map(CompletableFuture::join).toList();
    } catch (CompletionException e) {
      abandon(all.stream()
          .filter(one -> !one.isCompletedExceptionally())
          .map(CompletableFuture::join)
          .toList());
      throw new IOException("no checkpoint can be written before a shard is rebuilt", e.getCause());
    }
  }

  /**
   * Captures the versions of shards that have stopped. The calling thread owns their trees.
   *
   * @param leftOut shards that are not captured
   */
  List<Captured> ofStopped(Set<Integer> leftOut) {
    trees.forEach(ShardTree::stop);
    return allBut(leftOut).mapToObj(this::capture).toList();
  }

  private IntStream allBut(Set<Integer> leftOut) {
    return IntStream.range(0, trees.size()).filter(shard -> !leftOut.contains(shard));
  }

  private CompletableFuture<Captured> captured(int number) {
    var answer = new CompletableFuture<Captured>();
    var owner = trees.get(number);
    shard(number).execute(() -> {
      try {
        requireServed(number, owner);
        answer.complete(capture(number));
      } catch (IOException | RuntimeException | Error e) {
        // deliberate: errors too; the thread that writes waits for an answer
        answer.completeExceptionally(e);
      }
    });
    return answer;
  }

  private Captured capture(int number) {
    var owner = trees.get(number);
    return new Captured(
        number, owner, owner.tree().published(), owner.pages().captures().capture());
  }

  private Shard shard(int number) {
    return serving.shards().get(number);
  }

  private boolean serves(int number, ShardTree owner) {
    return !shard(number).isRefused() && shard(number).tree() == owner.tree();
  }

  private void requireServed(int number, ShardTree owner) throws IOException {
    if (!serves(number, owner)) {
      throw new IOException("the shard is refused shard=" + number);
    }
  }

  /** Reads the changes of a shard that serves. A pin keeps its pages in memory meanwhile. */
  LeafChanges changes(Captured captured, @Nullable Known known) throws IOException {
    try (var pin = shard(captured.shard()).pin()) {
      requireServed(captured.shard(), captured.owner());
      return LeafChanges.between(known, captured);
    } catch (ServiceBusyException e) {
      throw new IOException("no checkpoint can be written before a shard is rebuilt", e);
    }
  }

  /**
   * Says that no manifest will name the pages of an attempt, so that their places are used again at
   * once. Returns before the shards know.
   */
  void abandon(List<Captured> attempt) {
    for (var one : attempt) {
      shard(one.shard()).execute(() -> {
        if (serves(one.shard(), one.owner())) {
          one.owner().pages().captures().abandon(one.pages());
        }
      });
    }
  }

  /**
   * Makes the places available that waited for a checkpoint, in slices. Returns before they are.
   *
   * @param waits whether writes of a shard wait for the room
   */
  void release(List<Captured> durable, IntPredicate waits) {
    for (var one : durable) {
      release(one, waits.test(one.shard()));
    }
  }

  private void release(Captured durable, boolean waits) {
    var shard = shard(durable.shard());
    shard.execute(() -> {
      if (closed || !serves(durable.shard(), durable.owner())) {
        return;
      }
      if (durable.owner().pages().captures().release(durable.pages(), RELEASED_AT_ONCE)) {
        release(durable, waits);
      } else if (waits || shard.writeOutage() != null) {
        shard.roomGrew();
      }
    });
  }

  /**
   * Keeps the places of all pages that the last checkpoint names. Returns what {@link #unpin} ends.
   * Blocks until all shards know.
   */
  List<ShardTree> pin() {
    var all = IntStream.range(0, trees.size()).mapToObj(this::pinned).toList();
    while (!all.stream().allMatch(CompletableFuture::isDone)) {
      serving.pause().run();
    }
    return all.stream().map(CompletableFuture::join).toList();
  }

  /**
   * Pins the pages of a shard. A shard that is being rebuilt gets other page files, and the ones
   * that the checkpoint names stay.
   */
  private CompletableFuture<ShardTree> pinned(int number) {
    var answer = new CompletableFuture<ShardTree>();
    shard(number).execute(() -> {
      var owner = trees.get(number);
      owner.pages().captures().pin();
      answer.complete(owner);
    });
    return answer;
  }

  /**
   * Makes the places available that were kept for a pin only, in slices. Any thread; returns before
   * they are.
   */
  void unpin(List<ShardTree> pinned) {
    for (var number = 0; number < pinned.size(); number++) {
      var shard = number;
      shard(shard).execute(() -> {
        pinned.get(shard).pages().captures().unpin();
        releasePinned(shard, pinned.get(shard));
      });
    }
  }

  private void releasePinned(int number, ShardTree owner) {
    if (closed || trees.get(number) != owner) {
      return;
    }
    if (!serves(number, owner)) { // it may serve the same tree again
      lookAgain(number);
    } else if (owner.pages().captures().releasePinned(RELEASED_AT_ONCE)) {
      shard(number).execute(() -> releasePinned(number, owner));
    } else {
      shard(number).roomGrew();
    }
  }

  /** Looks after a second whether a shard serves again, unless its timer runs already. */
  private void lookAgain(int number) {
    if (!looking[number]) {
      looking[number] = true;
      shard(number).schedule(LOOK_AGAIN, () -> {
        looking[number] = false;
        releasePinned(number, trees.get(number));
      });
    }
  }

  /**
   * Ends the release of places, and waits until the loops have run what was sent to them before.
   * The loops must still run.
   */
  void close() {
    closed = true;
    var passed = new CountDownLatch(serving.shards().size());
    serving.shards().forEach(shard -> shard.execute(passed::countDown));
    while (passed.getCount() > 0) {
      serving.pause().run();
    }
  }
}
