package io.weir.engine.store.recovery;

import io.weir.engine.log.CommitLog;
import io.weir.engine.shard.Shard;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * What a checkpoint asks of the shards while they serve: whether they are sound, and what they have
 * published.
 *
 * <p>Threads: a work thread, which may block; {@link #isRefused}: any thread.
 *
 * @param pause returns after a moment; called repeatedly by a thread that waits for another
 */
public record ServingShards(CommitLog log, List<Shard> shards, Runnable pause) {

  public ServingShards {
    shards = List.copyOf(shards);
  }

  /** Whether a shard refuses writes, apart from some. */
  public boolean isRefused(IntPredicate except) {
    return IntStream.range(0, shards.size())
        .anyMatch(shard -> shards.get(shard).isRefused() && !except.test(shard));
  }

  /** Whether a shard that serves refuses writes because its page files have no room. */
  public boolean lacksRoom() {
    return shards.stream()
        .filter(shard -> !shard.isRefused())
        .map(Shard::writeOutage)
        .anyMatch(
            outage -> outage != null && !outage.lasting() && NoSpace.isOfPages(outage.reason()));
  }

  /** Whether the log refuses writes because the disk has no room for a segment. */
  public boolean logLacksRoom() {
    var outage = log.outage();
    return outage != null
        && !outage.cause().isLasting()
        && NoSpace.describes(outage.cause().reason());
  }

  /** Fails when a task of a shard failed. */
  public void requireSound() throws IOException {
    if (shards.stream().anyMatch(Shard::isFaulted)) {
      throw new IOException("a task of a shard failed and its pages are not to be trusted");
    }
  }

  /**
   * What shards have published.
   *
   * @param position before which all records of the log are published
   * @param highestTicks the highest Timestamp assigned so far
   */
  public record Published(long position, long highestTicks) {

    private Published with(Published other) {
      return new Published(
          Math.min(position, other.position), Math.max(highestTicks, other.highestTicks));
    }
  }

  /**
   * Waits until every shard has published the changes that were durable before the call.
   *
   * <p>The log calls its completions, which queue tasks on the shards' loops, before it moves its
   * durable position. A task that is sent to a loop after the position was read therefore runs
   * after them. A joint command that is durable in all its shards may still wait to be published;
   * {@link Shard#whenOwnPublished} waits for that. It does not wait for records of another node: a
   * shard may need room for them that only a checkpoint makes.
   *
   * @param durable the log's durable position, read before the call
   */
  public Published awaitPublished(long durable) {
    var answers = shards.stream()
        .map(shard -> {
          var answer = new CompletableFuture<Published>();
          shard.whenOwnPublished(seen -> answer.complete(new Published(seen, shard.lastTicks())));
          return answer;
        })
        .toList();
    while (!answers.stream().allMatch(CompletableFuture::isDone)) {
      pause.run();
    }
    return answers.stream()
        .map(CompletableFuture::join)
        .reduce(new Published(durable, 0), Published::with);
  }

  /**
   * Waits until the log is durable up to everything that is published now, and returns that
   * position. Fails if the log does.
   */
  public long awaitDurable() throws IOException {
    var position = published();
    awaitDurable(position);
    return position;
  }

  /**
   * Waits until the log is durable up to a position.
   *
   * <p>When forces come at intervals, a checkpoint may contain changes that are published and not
   * yet forced. If it became current before that, a crash could keep these changes and lose others
   * that were acknowledged earlier.
   */
  private void awaitDurable(long position) throws IOException {
    while (log.durablePosition() < position) {
      if (log.isFailed()) {
        throw new IOException("the log failed before the published changes were durable");
      }
      pause.run();
    }
  }

  /** Returns the log position after the last record whose changes are published. */
  private long published() {
    return shards.stream().mapToLong(Shard::publishedPosition).max().orElse(0);
  }
}
